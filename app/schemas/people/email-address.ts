/** Longer addresses can't receive mail (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;
