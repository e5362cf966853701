import { Table, TableFrame, Td, Th } from '~/components/ui/table';
import type { JsonSchema } from '~/schemas/platform/openapi';
import { Prose } from './prose';

type Line = { name: string; schema: JsonSchema; isRequired: boolean };

/** Properties of an object, or of a list's items; nested ones by path. */
export function SchemaTable({ label, schema }: { label: string; schema: JsonSchema }) {
  const lines = listLines(schema, '', true);
  return (
    <TableFrame label={label}>
      <Table aria-label={label}>
        <thead>
          <tr>
            <Th>Name</Th>
            <Th>Type</Th>
            <Th>Meaning</Th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, schema: property, isRequired }) => (
            <tr key={name}>
              <Td>
                <code className="text-xs">{name}</code>
                {isRequired && <span className="text-xs text-muted"> required</span>}
              </Td>
              <Td className="min-w-36">{formatType(property)}</Td>
              <Td className="min-w-48 whitespace-normal">
                {property.description && <Prose text={property.description} />}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}

function listLines(schema: JsonSchema, prefix: string, isRequired: boolean): Line[] {
  if (schema.items) return listLines(schema.items, `${prefix}[]`, isRequired);
  const isTop = prefix === '' || prefix === '[]';
  const ownLines = isTop && schema.properties ? [] : [{ name: prefix || 'value', schema, isRequired }];
  const nestedLines = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    listLines(property, prefix ? `${prefix}.${name}` : name, schema.required?.includes(name) ?? false),
  );
  return [...ownLines, ...nestedLines];
}

function formatType({ type, format, enum: values, const: constant, anyOf, maxLength }: JsonSchema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (constant !== undefined) return JSON.stringify(constant);
  if (anyOf) return [...new Set(anyOf.map(formatType))].join(' | ');
  const name = Array.isArray(type) ? type.join(' | ') : (type ?? 'any');
  if (format) return `${name}, ${format}`;
  return maxLength ? `${name}, at most ${maxLength} characters` : name;
}
