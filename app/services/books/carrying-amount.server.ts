import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { accretionRecord } from '#db/schema';
import type { Cents } from '~/domain/money/money';

type BalanceColumns = Record<
  'id' | 'companyId' | 'aroValueCents' | 'currentAroCents' | 'accretedThrough',
  SQLWrapper
>;

/**
 * What a layer carries at the end of a day, in cents: its value and the accretion posted up to then. That is its balance
 * as it stands, unless accretion after that day is posted already; then the newest record up to the day has it.
 * Source: every balance is the sum of dated events, as the rollforward's are.
 *
 * @param day a date, or what says it for each row
 */
export function carriedOn(layer: BalanceColumns, day: SQLWrapper | string): SQL<Cents> {
  return sql<Cents>`case when coalesce(${layer.accretedThrough}, '') <= ${day} then ${layer.currentAroCents}
    else coalesce((${newestRecord(layer, day, accretionRecord.endingAroCents)}), ${layer.aroValueCents}) end`;
}

/** The period end of a layer's newest accretion record up to a day, or null. */
export function accretedThroughOn(layer: BalanceColumns, day: SQLWrapper | string): SQL<string | null> {
  return sql<
    string | null
  >`case when coalesce(${layer.accretedThrough}, '') <= ${day} then ${layer.accretedThrough}
    else (${newestRecord(layer, day, accretionRecord.periodEnd)}) end`;
}

function newestRecord(layer: BalanceColumns, day: SQLWrapper | string, column: SQLWrapper): SQL {
  return sql`select ${column} from ${accretionRecord}
    where ${accretionRecord.aroLayerId} = ${layer.id} and ${accretionRecord.companyId} = ${layer.companyId}
      and ${accretionRecord.periodEnd} <= ${day}
    order by ${accretionRecord.periodEnd} desc limit 1`;
}
