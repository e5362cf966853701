import { useRevalidator } from '@remix-run/react';
import { useRef } from 'react';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { ApiError, apiResponse, isStale, isUnauthorized, isUncertain, MessageError } from '~/hooks/api-fetch';
import { noteWrite } from '~/hooks/revalidation';
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
  const unanswered = useRef<{ change: string; list: CustomFieldList } | null>(null);

  async function read(): Promise<CustomFieldList> {
    const response = await apiResponse(path, { companyId }).catch((error) => {
      if (!(error instanceof ApiError) || error.serverMessage || isUnauthorized(error)) throw error;
      throw new MessageError(`Failed to fetch custom fields: ${error.status}`);
    });
    return readList(response);
  }

  async function send(what: unknown, listWith: () => Promise<CustomFieldList>) {
    const change = JSON.stringify(what);
    const outcome = await run(async (api) => {
      const last = unanswered.current;
      const list = last?.change === change ? last.list : await listWith();
      unanswered.current = null;
      await api(path, {
        method: 'PUT',
        body: { customFieldTemplates: list.templates },
        ifVersion: list.version,
      }).catch((error) => {
        if (isUncertain(error)) unanswered.current = { change, list };
        throw error;
      });
    });
    // After any other error, a reload could show another company's page, or a viewer's, and close the form.
    if (!outcome.ok && (isStale(outcome.error) || outcome.error instanceof FieldChangedError)) {
      noteWrite();
      revalidate();
    }
    return outcome;
  }

  return {
    ...state,
    create: (content: CustomFieldContent) =>
      send(['create', content], async () => {
        const { templates, version } = await read();
        const order = templates.reduce((next, template) => Math.max(next, template.order + 1), 0);
        return { templates: [...templates, { id: newId(templates), ...content, order }], version };
      }),
    update: (seen: CustomFieldTemplate, content: CustomFieldContent) =>
      send(['update', seen.id, content], async () => {
        const { templates, version } = await read();
        const now = unchanged(seen, templates, 'Nothing was saved.');
        const next = { id: now.id, ...content, order: now.order };
        return {
          templates: templates.map((template) => (template.id === seen.id ? next : template)),
          version,
        };
      }),
    remove: (seen: CustomFieldTemplate) =>
      send(['remove', seen.id], async () => {
        const { templates, version } = await read();
        unchanged(seen, templates, 'Nothing was deleted.');
        return { templates: templates.filter(({ id }) => id !== seen.id), version };
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

/** Equal for equal content, regardless of property order. */
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
