import { and, asc, eq, sql } from 'drizzle-orm';
import { parseRows, selectAsText } from '#db/json-array';
import { closeSignOff, periodEvent, user, well } from '#db/schema';
import { findApproval, isAfterClose } from '~/domain/books/posting-review';
import { type CalendarDate, monthEnd } from '~/domain/calendar/calendar-date';
import { formatCents } from '~/domain/money/money';
import type { PostingRegisterQuery, ReportQuery } from '~/schemas/reports/report';
import type { PostingRegisterView } from '~/schemas/reports/report-views';
import { ledgerIdOf, numberOfPosting } from '~/services/books/ledger-number.server';
import { isEvidenceOfPosting } from '~/services/books/posting-evidence.server';
import { parsePostingSums, postingSums } from '~/services/books/postings.server';
import { p } from '~/services/books/unreversed.server';
import { displayedName } from '~/services/people/person.server';
import type { CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { enteredThrough } from './layer-sums.server';

/**
 * Data for the posting register. Returns unexecuted statements.
 * @param query with `after` and `through`, posting ids, only what was entered after the one and up to the other
 */
export function postingRegisterReads(
  scope: CompanyScope,
  { beginDate, endDate, after = 0, through }: ReportQuery & { after?: number; through?: number },
) {
  const company = ledgerIdOf(scope);
  const { db } = scope;
  return {
    // Includes deleted wells, because the register is everything that was posted.
    postings: selectAsText(
      db,
      db
        .select({
          id: p.id,
          postingId: sql<string>`cast(${p.number} as text)`.as('number_text'),
          actId: sql<string>`${numberOfPosting(p.act)}`.as('act_number'),
          day: p.day,
          kind: p.kind,
          source: p.source,
          wellCode: well.wellCode,
          wellId: sql<string | null>`iif(${well.deletedAt} is null, ${well.id}, null)`.as('well_id'),
          movements: sql<number>`coalesce(${p.movements}, 0)`.as('movement_count'),
          sums: postingSums,
          memo: p.memo,
          reference: p.reference,
          reversesId: numberOfPosting(p.reverses).as('reversed_number'),
          reversesOn: sql<string | null>`(
            select reversed.day from posting reversed where reversed.id = ${p.reverses})`.as('reversed_on'),
          reversedBy: sql<string | null>`(
            select group_concat(r.number, ' ' order by r.number) from posting r where r.reverses = p.id)`.as(
            'reversed_by',
          ),
          enteredAt: sql<string>`${p.createdAt}`.as('entered_at'),
          enteredBy: displayedName(p.userId).as('entered_by'),
          evidence: sql<number>`(select count(*) from evidence e where ${isEvidenceOfPosting})`.as(
            'evidence_count',
          ),
        })
        .from(p)
        .leftJoin(well, and(eq(well.ledgerId, p.well), eq(well.companyId, scope.companyId)))
        .leftJoin(user, eq(user.id, p.userId))
        .where(
          sql`${p.company} = ${company} and ${p.day} between ${beginDate} and ${endDate} and ${p.id} > ${after} and ${enteredThrough(sql`${p.id}`, through)}`,
        )
        .orderBy(sql`${p.day}, ${p.id}`),
    ),
    closes: db
      .select({ through: periodEvent.through, throughPosting: periodEvent.throughPosting })
      .from(periodEvent)
      .where(sql`${periodEvent.company} = ${company} and ${periodEvent.action} = 'closed'`),
    approvals: db
      .select({
        month: closeSignOff.month,
        throughPosting: sql<number>`(
          select s.through_posting from close_sign_off s where s.id = ${closeSignOff.preparation})`,
        at: sql<string>`${closeSignOff.createdAt}`,
        by: displayedName(closeSignOff.userId),
        // For a reopening, `through` is the day through which the books stayed closed.
        closedThrough: sql<CalendarDate | null>`(
          select e.through from ${periodEvent} e
          where e.company = ${company} and e.created_at < ${closeSignOff.createdAt} order by e.id desc limit 1)`,
      })
      .from(closeSignOff)
      .leftJoin(user, eq(user.id, closeSignOff.userId))
      .where(sql`${closeSignOff.company} = ${company} and ${closeSignOff.action} = 'approved'`)
      .orderBy(asc(closeSignOff.id)),
  };
}

/**
 * Everything posted between two dates, by date and number: what each posting did, who entered it and when, who approved a
 * month that includes it, and whether its month had been closed before.
 * @param query as passed to postingRegisterReads
 */
export function toPostingRegister(
  { only }: Pick<PostingRegisterQuery, 'only'>,
  { postings, closes, approvals }: RowsOf<ReturnType<typeof postingRegisterReads>>,
): PostingRegisterView[] {
  const closed = closes.flatMap(({ through, throughPosting }) =>
    through === null ? [] : [{ through, throughPosting }],
  );
  const approved = approvals.map(({ month, ...signOff }) => ({
    ...signOff,
    through: monthEnd(`${month}-01`),
  }));
  return parseRows(postings)
    .map(({ id, day, sums, wellCode, reversedBy, ...row }) => {
      const approval = findApproval({ id, day }, approved);
      const { liability, arcCost, arcAccumulated, cash, result } = parsePostingSums(sums);
      return {
        ...row,
        effectiveOn: day,
        wellCode: wellCode ?? '',
        liability: formatCents(liability),
        arcCost: formatCents(arcCost),
        arcAccumulated: formatCents(arcAccumulated),
        cash: formatCents(cash),
        result: formatCents(result),
        reversedBy: reversedBy ?? '',
        afterClose: isAfterClose({ id, day }, closed) ? ('yes' as const) : ('' as const),
        approvedAt: approval?.at ?? null,
        approvedBy: approval?.by ?? null,
      };
    })
    .filter(({ afterClose }) => only !== 'after-close' || afterClose === 'yes');
}
