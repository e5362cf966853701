import { env } from 'cloudflare:workers';
import { formatCents } from '~/domain/money/money';
import type { AroSummary } from '~/schemas/books/layer-views';
import type { RollforwardView } from '~/schemas/reports/report-views';

/** A layer or an accretion record, with its date. */
export type Event = [date: string, voucher: string, wellCode: string, layerNumber: number, cents: number];
export type OldFigures = {
  layers: Record<string, string | number | null>[];
  summary: AroSummary;
  rollforwards: Omit<RollforwardView, 'wellId'>[][];
  events: Event[];
  records: Record<string, string | number>[];
};

/** The figures as the earlier version computed them: its SQL on its tables. */
export async function readOldFigures(
  companyId: string,
  ranges: readonly (readonly [begin: string, end: string])[],
): Promise<OldFigures> {
  const all = async <Row>(text: string, ...values: unknown[]) =>
    (
      await env.DB.prepare(text)
        .bind(companyId, ...values)
        .all<Row>()
    ).results;
  const [totals] = await all<{ wells: number; layers: number; initial: number; current: number }>(`
    select count(distinct well_id) as wells, count(*) as layers, coalesce(sum(aro_value_cents), 0) as initial,
      coalesce(sum(current_aro_cents), 0) as current
    from aro_layer where company_id = ?1`);
  const rollforwards: OldFigures['rollforwards'] = [];
  for (const [begin, end] of ranges)
    rollforwards.push(await all<OldRollforward>(OLD_ROLLFORWARD, begin, end).then(viewed));
  return {
    summary: {
      totalWells: totals!.wells,
      totalLayers: totals!.layers,
      totalInitialAro: formatCents(totals!.initial),
      totalCurrentAro: formatCents(totals!.current),
    },
    rollforwards,
    layers: await all(`
      select w.well_code as wellCode, w.well_status as wellStatus, l.layer_number as layerNumber, l.layer_type as layerType, l.measurement,
        l.discount_rate_bp, l.inflation_rate_bp, l.p_and_a_cost_cents, l.total_estimate_cents, l.well_lifespan_years as wellLifespan,
        l.calculation_date as calculationDate, l.aro_value_cents, l.current_aro_cents, l.accreted_through as accretedThrough, l.created_at as createdAt
      from aro_layer l join well w on w.id = l.well_id where l.company_id = ?1 order by w.well_code_key, l.layer_number`),
    events: (
      await all<{ row: string }>(`
        select json_array(date, voucher, well_code, layer_number, cents) as row from (
          select l.calculation_date as date, 'L' as voucher, w.well_code, w.well_code_key, l.layer_number, l.aro_value_cents as cents
          from aro_layer l cross join well w on w.id = l.well_id and w.company_id = ?1
          where l.company_id = ?1
          union all
          select r.period_end, 'A', w.well_code, w.well_code_key, l.layer_number, r.accretion_expense_cents
          from accretion_record r
          cross join aro_layer l on l.id = r.aro_layer_id and l.company_id = ?1
          cross join well w on w.id = l.well_id and w.company_id = ?1
          where r.company_id = ?1
        ) where cents <> 0`)
    ).map(({ row }) => JSON.parse(row) as Event),
    records: await all(`
      select w.well_code as wellCode, l.layer_number as layerNumber, r.period_type as periodType, r.period_start as periodStart,
        r.period_end as periodEnd, r.beginning_aro_cents, r.discount_rate_bp, r.accretion_expense_cents, r.ending_aro_cents,
        r.method, r.time_numerator, r.time_denominator, r.source, r.created_at as createdAt
      from accretion_record r join aro_layer l on l.id = r.aro_layer_id join well w on w.id = l.well_id
      where r.company_id = ?1`),
  };
}

type OldRollforward = Pick<RollforwardView, 'wellCode' | 'wellName' | 'field'> & Record<string, number>;

const OLD_ROLLFORWARD = `
  with recognized as (
    select well_id,
      sum(iif(calculation_date < ?2, aro_value_cents, 0)) as earlier,
      sum(iif(calculation_date >= ?2, max(aro_value_cents, 0), 0)) as additions,
      sum(iif(calculation_date >= ?2, max(-aro_value_cents, 0), 0)) as reductions,
      sum(aro_value_cents) as through_end
    from aro_layer where company_id = ?1 and calculation_date <= ?3
    group by well_id
  ), accreted_layer as (
    select aro_layer_id,
      sum(iif(period_end < ?2, accretion_expense_cents, 0)) as earlier,
      sum(iif(period_end >= ?2, accretion_expense_cents, 0)) as accretion,
      sum(accretion_expense_cents) as through_end
    from accretion_record where company_id = ?1 and period_end <= ?3
    group by aro_layer_id
  ), accreted as (
    select l.well_id, sum(a.earlier) as earlier, sum(a.accretion) as accretion, sum(a.through_end) as through_end
    from accreted_layer a cross join aro_layer l on l.id = a.aro_layer_id and l.company_id = ?1
    group by l.well_id
  )
  select w.well_code as wellCode, w.well_name as wellName, w.field,
    coalesce(r.earlier, 0) + coalesce(a.earlier, 0) as beginningBalance, coalesce(r.additions, 0) as additions,
    coalesce(a.accretion, 0) as accretion, coalesce(r.reductions, 0) as reductions,
    coalesce(r.through_end, 0) + coalesce(a.through_end, 0) as endingBalance
  from well w left join recognized r on r.well_id = w.id left join accreted a on a.well_id = w.id
  where w.company_id = ?1 and (r.well_id is not null or a.well_id is not null)
  order by w.well_code_key`;

function viewed(rows: readonly OldRollforward[]): Omit<RollforwardView, 'wellId'>[] {
  return rows.map(({ wellCode, wellName, field, ...cents }) => ({
    wellCode,
    wellName,
    field,
    beginningBalance: formatCents(cents.beginningBalance!),
    additions: formatCents(cents.additions!),
    accretion: formatCents(cents.accretion!),
    reductions: formatCents(cents.reductions!),
    endingBalance: formatCents(cents.endingBalance!),
  }));
}
