/** No mail reaches a longer address (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;
