import type { Membership } from '~/schemas/people/user';

/** Company heading of printed reports and exported files. */
export function formatCompanyTitle(company: Membership | null): string {
  return `${company?.name} (${company?.code})`;
}
