import type { CalendarDate } from '~/domain/calendar-date';
import type { RequestContext } from './context.server';

export async function startMonthEnd(_ctx: RequestContext): Promise<void> {}

export async function runMonthEnd(
  _ctx: RequestContext,
  _job: { companyId: string; periodEnd: CalendarDate },
): Promise<void> {}

export async function failMonthEnd(
  _ctx: RequestContext,
  _job: { companyId: string; periodEnd: CalendarDate },
): Promise<void> {}
