import { Button } from '~/components/ui/button';
import { inputProps } from '~/components/ui/conform-input';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { foldCode } from '~/domain/wells/fold-text';

/**
 * Field of a well, with the fields in use as suggestions. Reports and filters are case-sensitive (LOMVI is not Lomvi), so a name
 * that differs from a field in use only by case gets a hint.
 */
export function FieldName({
  field,
  fields,
  onUse,
}: {
  /** Conform's metadata for the field. */
  field: Parameters<typeof inputProps>[0] & { value?: string | undefined; errors?: string[] | undefined };
  /** Fields in use. */
  fields: string[];
  onUse: (name: string) => void;
}) {
  const list = `${field.id}-names`;
  const existing = findSimilarField(field.value ?? '', fields);
  const hint = existing && (
    <>
      “{existing}” already exists. Reports would treat the two as separate fields.{' '}
      <Button size="sm" onClick={() => onUse(existing)}>
        Use {existing}
      </Button>
    </>
  );
  return (
    <Field label="Field" id={field.id} errors={field.errors} required help={hint}>
      {(control) => (
        <>
          <Input {...inputProps(field)} {...control} list={list} maxLength={100} autoComplete="off" />
          <datalist id={list}>
            {fields.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

function findSimilarField(typed: string, fields: string[]): string | undefined {
  const typedKey = foldCode(typed);
  const matches = fields.filter((field) => foldCode(field) === typedKey);
  return matches.includes(typed.trim()) ? undefined : matches[0];
}
