import { useRevalidator } from '@remix-run/react';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { ApiError, apiResponse, isStale, isUnauthorized, MessageError } from '~/hooks/api-fetch';
import { noteWrite } from '~/hooks/revalidation';
import { useMutation } from '~/hooks/use-api';
import { useCompany } from '~/hooks/use-root-data';
import type { CustomFieldContent } from './custom-field-draft';

/** The company's fields, and the version that a change of them must name. */
export type CustomFieldList = { templates: CustomFieldTemplate[]; version: number | undefined };

/**
 * The custom fields are one list, which is always replaced as a whole. So every change but a new order begins with the
 * list as it is now, not as the page shows it: what someone else added meanwhile stays. Should the list change between
 * that and the saving, the server refuses, and nothing is lost either.
 */
export function useCustomFieldCalls() {
  const companyId = useCompany()?.id ?? '';
  const path = `/api/companies/${companyId}/custom-fields`;

  async function read(): Promise<CustomFieldList> {
    const response = await apiResponse(path, { companyId }).catch((error) => {
      if (!(error instanceof ApiError) || error.serverMessage || isUnauthorized(error)) throw error;
      throw new MessageError(`Failed to fetch custom fields: ${error.status}`);
    });
    return readList(response);
  }

  async function write(templates: CustomFieldTemplate[], version: number | undefined) {
    await apiResponse(path, {
      method: 'PUT',
      body: { customFieldTemplates: templates },
      companyId,
      ifVersion: version,
    });
  }

  return {
    create: async (content: CustomFieldContent) => {
      const { templates, version } = await read();
      const order = templates.reduce((next, template) => Math.max(next, template.order + 1), 0);
      await write([...templates, { id: newId(templates), ...content, order }], version);
    },
    update: async (seen: CustomFieldTemplate, content: CustomFieldContent) => {
      const { templates, version } = await read();
      const now = unchanged(seen, templates, 'Nothing was saved.');
      const next = { id: now.id, ...content, order: now.order };
      await write(
        templates.map((template) => (template.id === seen.id ? next : template)),
        version,
      );
    },
    remove: async (seen: CustomFieldTemplate) => {
      const { templates, version } = await read();
      unchanged(seen, templates, 'Nothing was deleted.');
      await write(
        templates.filter(({ id }) => id !== seen.id),
        version,
      );
    },
    reorder: write,
  };
}

/** Someone else has changed or deleted the field meanwhile. */
class FieldChangedError extends MessageError {}

/** A change of the list that, when someone else has changed the list meanwhile, shows it as it is now. */
export function useCustomFieldChange(texts: { failure: string; success?: string; successTitle?: null }) {
  const { run, ...state } = useMutation(texts);
  const { revalidate } = useRevalidator();
  const runAndLook: typeof run = async (call) => {
    const outcome = await run(call);
    // After any other refusal a reload might show another company's page, or a viewer's, and close the form.
    if (!outcome.ok && (isStale(outcome.error) || outcome.error instanceof FieldChangedError)) {
      noteWrite();
      revalidate();
    }
    return outcome;
  };
  return { run: runAndLook, ...state };
}

async function readList(response: Response): Promise<CustomFieldList> {
  const templates: unknown = await response.json().catch(() => null);
  if (!Array.isArray(templates)) throw new MessageError('Invalid response format: expected array');
  const version = /"(\d+)"/.exec(response.headers.get('ETag') ?? '')?.[1];
  return { templates, version: version === undefined ? undefined : Number(version) };
}

/** The field as it is now, unless someone else has changed more of it than its place. */
function unchanged(seen: CustomFieldTemplate, templates: CustomFieldTemplate[], kept: string) {
  const now = templates.find(({ id }) => id === seen.id);
  if (!now) {
    throw new FieldChangedError(`Someone else deleted "${seen.displayName}" while you were editing. ${kept}`);
  }
  if (contentText(now) !== contentText(seen)) {
    throw new FieldChangedError(
      `Someone else changed "${seen.displayName}" while you were editing. ${kept} Close and reopen it to see the change.`,
    );
  }
  return now;
}

/** The same for the same content, in whatever order its parts come. */
function contentText({ order: _, ...content }: CustomFieldTemplate): string {
  return JSON.stringify(content, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function newId(templates: CustomFieldTemplate[]): string {
  const taken = new Set(templates.map(({ id }) => id));
  let stamp = Date.now();
  while (taken.has(`field_${stamp}`)) stamp += 1;
  return `field_${stamp}`;
}
