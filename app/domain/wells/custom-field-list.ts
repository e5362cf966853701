import type { CustomFieldTemplate } from './custom-field';

/** A field as received: its id and order may be missing. */
export type CustomFieldDefinition = Omit<CustomFieldTemplate, 'id' | 'order'> & {
  id?: string;
  order?: number;
};

/**
 * Normalizes a list: sorts by order, which defaults to the field's index, and renumbers from 0. Fields keep their ids;
 * new ones are numbered from `timestamp`, in milliseconds.
 */
export function numberCustomFields(
  fields: readonly CustomFieldDefinition[],
  timestamp: number,
): CustomFieldTemplate[] {
  const usedIds = new Set(fields.map(({ id }) => id));
  let next = timestamp;
  const newId = () => {
    while (usedIds.has(`field_${next}`)) next += 1;
    const id = `field_${next}`;
    usedIds.add(id);
    return id;
  };
  return fields
    .map((field, index) => ({ field, position: field.order ?? index }))
    .sort((a, b) => a.position - b.position)
    .map(({ field }, order) => ({ ...field, id: field.id ?? newId(), order }));
}

/**
 * Maps old field names to the names that wells' values move to when one list replaces another, or to null to drop them.
 * Fields are matched by id. Names whose values don't move are omitted.
 */
export function valueMoves(
  before: readonly CustomFieldTemplate[],
  after: readonly CustomFieldTemplate[],
): Map<string, string | null> {
  const moves = new Map<string, string | null>();
  const nameAfter = new Map(after.map(({ id, fieldName }) => [id, fieldName]));
  for (const { id, fieldName } of before) {
    const target = nameAfter.get(id) ?? null;
    if (target !== fieldName) moves.set(fieldName, target);
  }
  // Drop leftover values under a name that had no field, so they can't collide with values that move to it.
  const hadField = new Set(before.map(({ fieldName }) => fieldName));
  for (const target of [...moves.values()]) {
    if (target !== null && !hadField.has(target)) moves.set(target, null);
  }
  return moves;
}
