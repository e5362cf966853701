import { describe, expect, it } from 'vitest';
import { AuditQuery } from '~/schemas/audit/audit';
import { LayerQuery } from '~/schemas/books/aro-layer';
import { queryText, readAddressQuery } from '~/server/address-query.server';

describe('readAddressQuery', () => {
  const read = (address: string) =>
    readAddressQuery(LayerQuery, new URLSearchParams(address), ['field', 'layer', 'status', 'sort']);

  it.each([
    ['', {}],
    ['field=YME&layer=2&sort=-aroValue', { field: 'YME', layer: 2, sort: '-aroValue' }],
    ['field=&layer=&sort=', {}],
    ['tab=detail&limit=1&cursor=x&field=YME', { field: 'YME' }],
    ['field=YME&sort=price', { field: 'YME' }],
    ['field=YME&layer=two&status=lost&sort=price', { field: 'YME' }],
    [`field=${'x'.repeat(101)}&layer=2`, { layer: 2 }],
    ['layer=1&layer=two', { layer: 1 }],
  ])('keeps the parts of "%s" that the list accepts', (address, query) => {
    expect(read(address)).toEqual(query);
  });

  it('drops values that are valid only separately', () => {
    const params = new URLSearchParams('from=2026-05-01&to=2026-04-01&action=create&sort=nobody');
    expect(readAddressQuery(AuditQuery, params, ['action', 'from', 'to', 'sort'])).toEqual({
      action: 'create',
      from: '2026-05-01',
      limit: 50,
    });
  });
});

describe('queryText', () => {
  it('contains the API query of the list, without the page size', () => {
    expect(queryText({ field: 'A & B', layer: 2, search: undefined, status: '', limit: 100 })).toBe(
      'field=A+%26+B&layer=2',
    );
    expect(queryText({ limit: 50 })).toBe('');
  });
});
