import { expect } from 'vitest';
import type { WellView } from '~/schemas/wells/well-views';
import { type SignedIn, signInToNewCompany } from './worker';

/** Two text fields without restrictions, as in a company's list. */
export const TEXT_FIELDS = [
  { id: 'field_1', fieldName: 'a', displayName: 'A', fieldType: 'text', required: false, order: 0 },
  { id: 'field_2', fieldName: 'b', displayName: 'B', fieldType: 'text', required: false, order: 1 },
] as const;

/** A well as sent by its form, except for the code. */
export const WELL = { wellName: 'Well', wellStatus: 'Active', field: 'F', activeDate: '2024-01-01' };

export const fieldsPath = (companyId: string) => `/api/companies/${companyId}/custom-fields`;

/** Replaces a company's list of fields. */
export function putFields(
  client: SignedIn,
  companyId: string,
  list: unknown,
  headers?: Record<string, string>,
): Promise<Response> {
  return client.put(fieldsPath(companyId), { customFieldTemplates: list }, headers);
}

/** A new company with these fields, and an admin of it. */
export async function companyWithFields(list: Record<string, unknown>[]) {
  const { client, company } = await signInToNewCompany();
  expect((await putFields(client, company.id, list)).status).toBe(200);
  return { client, company };
}

/** A well's values in the company's custom fields. */
export async function valuesOf(client: SignedIn, wellId: string): Promise<WellView['customFields']> {
  return ((await (await client.get(`/api/wells/${wellId}`)).json()) as WellView).customFields;
}
