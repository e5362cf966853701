import type { InvitationView } from '~/schemas/people/invitation';

/** A `mailto:` link with a message to the invited person. The product doesn't send email. */
export function mailAddress({ email, company }: Pick<InvitationView, 'email' | 'company'>): string {
  const origin = typeof window === 'undefined' ? '' : window.location.origin;
  const subject = `Your access to ${company.name} in the ARO System`;
  const body = `You have been invited to ${company.name} in the ARO System.\n\nSign in with this email address (${email}):\n${origin}/\n`;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
