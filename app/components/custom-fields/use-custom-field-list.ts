import { useRevalidator } from '@remix-run/react';
import { useRef } from 'react';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { ApiError, apiResponse, isStale, isUnauthorized, isUncertain, MessageError } from '~/hooks/api-fetch';
import { recordWrite } from '~/hooks/revalidation';
import { useMutation } from '~/hooks/use-api';
import { useCompany } from '~/hooks/use-root-data';
import type { CustomFieldContent } from './custom-field-draft';

/** Custom fields of the company, and the list version that a change must send. */
export type CustomFieldList = { templates: CustomFieldTemplate[]; version: number | undefined };

/**
 * The custom fields are always saved as one list. Every change except a reorder therefore starts from a fresh read, not the list on
 * screen, so that concurrent additions are kept. If the list changes between the read and the save, the server rejects the save, so
 * nothing is lost.
 */
export function useCustomFieldChange(texts: { failure: string; success?: string; successTitle?: null }) {
  const companyId = useCompany()?.id ?? '';
  const path = `/api/companies/${companyId}/custom-fields`;
  const { run, ...state } = useMutation(texts);
  const { revalidate } = useRevalidator();
  /** A list whose save got no response and may have succeeded. Retrying the same change sends the same list. */
  const uncertainSave = useRef<{ change: string; list: CustomFieldList } | null>(null);

  async function fetchList(): Promise<CustomFieldList> {
    const response = await apiResponse(path, { companyId }).catch((error) => {
      if (!(error instanceof ApiError) || error.serverMessage || isUnauthorized(error)) throw error;
      throw new MessageError(`Failed to fetch custom fields: ${error.status}`);
    });
    return readList(response);
  }

  async function send(args: unknown, buildList: () => Promise<CustomFieldList>) {
    const change = JSON.stringify(args);
    const outcome = await run(async (api) => {
      const previous = uncertainSave.current;
      const list = previous?.change === change ? previous.list : await buildList();
      uncertainSave.current = null;
      await api(path, {
        method: 'PUT',
        body: { customFieldTemplates: list.templates },
        ifVersion: list.version,
      }).catch((error) => {
        if (isUncertain(error)) uncertainSave.current = { change, list };
        throw error;
      });
    });
    // After any other error, a reload could show another company's page, or a viewer's, and close the form.
    if (!outcome.ok && (isStale(outcome.error) || outcome.error instanceof FieldChangedError)) {
      recordWrite();
      revalidate();
    }
    return outcome;
  }

  return {
    ...state,
    create: (content: CustomFieldContent) =>
      send(['create', content], async () => {
        const { templates, version } = await fetchList();
        const order = templates.reduce((next, template) => Math.max(next, template.order + 1), 0);
        return { templates: [...templates, { id: newId(templates), ...content, order }], version };
      }),
    update: (original: CustomFieldTemplate, content: CustomFieldContent) =>
      send(['update', original.id, content], async () => {
        const { templates, version } = await fetchList();
        const current = requireUnchanged(original, templates, 'Nothing was saved.');
        const next = { id: current.id, ...content, order: current.order };
        return {
          templates: templates.map((template) => (template.id === original.id ? next : template)),
          version,
        };
      }),
    remove: (original: CustomFieldTemplate) =>
      send(['remove', original.id], async () => {
        const { templates, version } = await fetchList();
        requireUnchanged(original, templates, 'Nothing was deleted.');
        return { templates: templates.filter(({ id }) => id !== original.id), version };
      }),
    reorder: (list: CustomFieldList) => send(['reorder', list], async () => list),
  };
}

async function readList(response: Response): Promise<CustomFieldList> {
  const templates: unknown = await response.json().catch(() => null);
  if (!Array.isArray(templates)) throw new MessageError('Invalid response format: expected array');
  const version = /"(\d+)"/.exec(response.headers.get('ETag') ?? '')?.[1];
  return { templates, version: version === undefined ? undefined : Number(version) };
}

/** Someone else has changed or deleted the field meanwhile. */
class FieldChangedError extends MessageError {}

/** The current field. Throws if someone else deleted it, or changed anything other than its position. */
function requireUnchanged(
  original: CustomFieldTemplate,
  templates: CustomFieldTemplate[],
  consequence: string,
) {
  const current = templates.find(({ id }) => id === original.id);
  if (!current) {
    throw new FieldChangedError(
      `Someone else deleted "${original.displayName}" while you were editing. ${consequence}`,
    );
  }
  if (contentText(current) !== contentText(original)) {
    throw new FieldChangedError(
      `Someone else changed "${original.displayName}" while you were editing. ${consequence} Close and reopen it to see the change.`,
    );
  }
  return current;
}

/** Equal for equal content, regardless of property order. */
function contentText({ order: _, ...content }: CustomFieldTemplate): string {
  return JSON.stringify(content, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function newId(templates: CustomFieldTemplate[]): string {
  const existingIds = new Set(templates.map(({ id }) => id));
  let stamp = Date.now();
  while (existingIds.has(`field_${stamp}`)) stamp += 1;
  return `field_${stamp}`;
}
