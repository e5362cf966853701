import { describe, expect, it } from 'vitest';
import { examineColumn, examineInSteps } from '~/domain/imports/column-questions';
import { createRowMapper } from '~/domain/imports/map-rows';
import type { ImportMapping } from '~/domain/imports/mapping';
import { readCell } from '~/domain/imports/read-cell';
import { addMeanings, suggestMapping } from '~/domain/imports/suggest-mapping';
import { targetsOf } from '~/domain/imports/targets';

const targets = new Map(targetsOf([]).map((target) => [target.id, target]));
const interest = targets.get('workingInterest')!;
const textsOf = (...texts: string[]) => new Map(texts.map((text) => [text, 1]));

describe('a column of working interests', () => {
  it.each([
    ['87.5%', {}, '87.5'],
    ['87.5', {}, '87.5'],
    ['73.43750001', {}, '73.43750001'],
    ['0.734375', { rate: 'fraction' as const }, '73.4375'],
    ['0.5', { rate: 'percent' as const }, '0.5'],
    ['1', { rate: 'fraction' as const }, '100'],
    ['66,6666', { decimal: 'comma' as const, cents: 'rounded' as const }, '66.6666'],
  ])('reads %s by %j as %s percent, and never rounds', (text, format, read) => {
    expect(readCell(interest, text, format, {})).toEqual({ text: read });
  });

  it('asks whether small numbers are fractions, but not about decimals', () => {
    expect(readCell(interest, '0.875', {}, {}).problem).toMatch(/choose whether 0.875 is/);
    const { questions } = examineColumn(interest, textsOf('0.875', '0.734375', '1'));
    expect(questions.map(({ id }) => id)).toEqual(['rate']);
  });

  it('is found by common titles, and excludes the version of a well', () => {
    const { columns } = suggestMapping(['WI %', 'WI Date'], [textsOf('87.5'), textsOf('2020-01-01')], []);
    expect(columns.map(({ to }) => to)).toEqual(['workingInterest', 'workingInterestFrom']);
    expect(targets.has('wellVersion')).toBe(false);
  });

  it('fills in the default date only for rows with an interest', () => {
    const titles = ['Code', 'WI'];
    const mapping: ImportMapping = {
      columns: [
        { title: 'Code', to: 'wellCode' },
        { title: 'WI', to: 'workingInterest' },
      ],
      defaults: { workingInterestFrom: '2024-01-01' },
    };
    const mapper = createRowMapper(mapping, titles, []);
    expect(mapper.titles).toEqual(['wellCode', 'workingInterest', 'workingInterestFrom']);
    expect(mapper.map({ row: 2, cells: ['A-1', '50'] })?.cells).toEqual(['A-1', '50', '2024-01-01']);
    expect(mapper.map({ row: 3, cells: ['A-2', ''] })?.cells).toEqual(['A-2', '', '']);
  });
});

it('a retirement date alone makes no layer, so layer defaults are not filled in', () => {
  const mapping: ImportMapping = {
    columns: [
      { title: 'Code', to: 'wellCode' },
      { title: 'Plug', to: 'retirementDate' },
    ],
    defaults: { layerType: 'first' },
  };
  const mapper = createRowMapper(mapping, ['Code', 'Plug'], []);
  const at = mapper.titles.indexOf('layerType');
  expect(mapper.map({ row: 2, cells: ['A-1', '2040-12-31'] })?.cells[at]).toBe('');
});

describe('a file that is read in two passes', () => {
  it('assigns the usual meanings to words found later, and keeps what was decided', () => {
    const columns = [{ title: 'Stat', to: 'wellStatus', words: { pr: 'Inactive' } }];
    const later = textsOf('PR', 'SI', 'Odd');
    const { columns: after } = addMeanings({ columns }, targets, [textsOf('PR')], [later]);
    expect(after[0]?.words).toEqual({ pr: 'Inactive', si: 'Inactive' });
    const removed = addMeanings(
      { columns: [{ ...columns[0]!, words: {} }] },
      targets,
      [textsOf('PR')],
      [textsOf('PR')],
    );
    expect(removed.columns[0]?.words).toEqual({});
  });

  it('examines a column of 100,000 amounts in many short steps', () => {
    const texts = new Map(Array.from({ length: 100_000 }, (_, at) => [`${at}.25`, 1]));
    const work = examineInSteps(targets.get('aroValue')!, texts);
    let turns = 0;
    while (!work.next().done) turns += 1;
    expect(turns).toBeGreaterThanOrEqual(200);
  });
});
