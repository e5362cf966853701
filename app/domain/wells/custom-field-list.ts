import type { CustomFieldTemplate } from './custom-field';

/** A field as it comes in: an id and a place in the order may be missing. */
export type CustomFieldDefinition = Omit<CustomFieldTemplate, 'id' | 'order'> & {
  id?: string;
  order?: number;
};

/**
 * A list in canonical form: sorted by order, where a missing one is the field's place in the list, and
 * numbered from 0. Fields keep their ids; new ones are numbered from `stamp`, a count of milliseconds.
 */
export function numberCustomFields(
  given: readonly CustomFieldDefinition[],
  stamp: number,
): CustomFieldTemplate[] {
  const taken = new Set(given.map(({ id }) => id));
  let next = stamp;
  const newId = () => {
    while (taken.has(`field_${next}`)) next += 1;
    const id = `field_${next}`;
    taken.add(id);
    return id;
  };
  return given
    .map((field, index) => ({ field, place: field.order ?? index }))
    .sort((a, b) => a.place - b.place)
    .map(({ field }, order) => ({ ...field, id: field.id ?? newId(), order }));
}

/**
 * Where the values that wells have under each name go when one list replaces another: to another name, or nowhere
 * (null). A field is the same if its id is. Names whose values stay are left out.
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
  // A name that no field had may still be there in some well, and must not end up beside the value that moves to it.
  const hadField = new Set(before.map(({ fieldName }) => fieldName));
  for (const target of [...moves.values()]) {
    if (target !== null && !hadField.has(target)) moves.set(target, null);
  }
  return moves;
}
