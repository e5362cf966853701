import type { Membership } from '~/schemas/people/user';

/** A company as reports, on paper and in files, begin with it. */
export function companyTitle(company: Membership | null): string {
  return `${company?.name} (${company?.code})`;
}
