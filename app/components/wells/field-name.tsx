import { Button } from '~/components/ui/button';
import { inputProps } from '~/components/ui/conform-input';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { foldCode } from '~/domain/wells/fold-text';

/**
 * The field of a well, with the fields in use offered while typing. Reports and filters tell LOMVI from Lomvi, so one that
 * differs from a field in use by its letters' case alone is pointed out.
 */
export function FieldName({
  field,
  fields,
  onUse,
}: {
  /** Conform's part for it. */
  field: Parameters<typeof inputProps>[0] & { value?: string | undefined; errors?: string[] | undefined };
  /** In use. */
  fields: string[];
  onUse: (name: string) => void;
}) {
  const list = `${field.id}-names`;
  const known = spelledOtherwise(field.value ?? '', fields);
  const hint = known && (
    <>
      “{known}” is a field already. Reports would keep the two apart.{' '}
      <Button size="sm" onClick={() => onUse(known)}>
        Use {known}
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

function spelledOtherwise(typed: string, fields: string[]): string | undefined {
  const folded = foldCode(typed);
  const alike = fields.filter((field) => foldCode(field) === folded);
  return alike.includes(typed.trim()) ? undefined : alike[0];
}
