import type { CalendarDate, PeriodType } from '~/domain/calendar/calendar-date';
import type { AccretionMethod } from './accretion';
import type { Depreciation } from './depreciation';
import type { Movement } from './movement';
import type { PostingKind } from './movement-kinds';
import type { PostingTerms } from './posting-terms';

/** One posting of an act. Postings of the same act that agree in everything but their wells are one. */
export type PostingHead = {
  kind: PostingKind;
  day: CalendarDate;
  /** Whether it covers the company as a period's accretion does, and so blocks earlier period ends. */
  isCompanyWide: boolean;
  periodType: PeriodType | null;
  method: AccretionMethod | Exclude<Depreciation, 'none'> | null;
  reversesId: number | null;
  /** Of a settlement or a sale, and of its reversal. */
  terms: PostingTerms | null;
  /** Its own, where they are not those of the whole act. */
  memo?: string | null;
  reference?: string | null;
};

/** A head with nothing of what only accretion, reversals and settlements have. */
export const PLAIN_HEAD = {
  isCompanyWide: false,
  periodType: null,
  method: null,
  reversesId: null,
  terms: null,
} as const satisfies Omit<PostingHead, 'kind' | 'day'>;

export type PlannedPosting = PostingHead & {
  /** The one well it moves; 0 when it covers several or the company. */
  wellId: number;
  movements: Movement[];
};

/** The order in which an act's postings are booked: mistakes out, time up to the day, the act itself, time after it. */
const STEPS = ['reverse', 'catch-up', 'main', 'replay'] as const;
export type Step = (typeof STEPS)[number];

/** A posting while the act is planned. */
type OpenPosting = PostingHead & { round: number; step: Step; movements: Movement[] };

/**
 * Gathers an act's movements into postings: each goes into the posting of its head, in its step and round, which is begun when
 * the first of them comes.
 */
export function createPlannedPostings() {
  const postings = new Map<string, OpenPosting>();
  let round = 0;

  /** Most movements belong to the day's latest posting, and making a key for each would take longer than the rest. */
  const latestOn = new Map<CalendarDate, OpenPosting>();

  function find(step: Step, head: PostingHead): OpenPosting {
    const { kind, day, reversesId, isCompanyWide, periodType, method, terms, memo, reference } = head;
    const own = terms && JSON.stringify([terms, memo, reference]);
    const key = `${round}|${step}|${kind}|${day}|${reversesId}|${isCompanyWide}|${periodType}|${method}|${own}`;
    let posting = postings.get(key);
    if (!posting) {
      posting = { ...head, round, step, movements: [] };
      postings.set(key, posting);
    }
    return posting;
  }

  /** A posting of time has as many movements as there are layers, and one head. */
  const headsOfTime = new Map<PostingKind, PostingHead>();

  return {
    /** The posting that a movement of a head goes into. */
    of(step: Step, head: PostingHead): OpenPosting {
      const latest = latestOn.get(head.day);
      if (latest?.round === round && latest.step === step && isOfPosting(latest, head)) return latest;
      const posting = find(step, head);
      latestOn.set(head.day, posting);
      return posting;
    },

    /** The head of accretion or depreciation on a day. */
    headOfTime(
      kind: 'accretion' | 'depreciation',
      day: CalendarDate,
      method: PostingHead['method'],
      { isCompanyWide, periodType }: Pick<PostingHead, 'isCompanyWide' | 'periodType'>,
    ): PostingHead {
      const known = headsOfTime.get(kind);
      const isSame = known?.isCompanyWide === isCompanyWide && known.periodType === periodType;
      if (isSame && known.day === day && known.method === method) return known;
      const head = { ...PLAIN_HEAD, kind, day, method, isCompanyWide, periodType };
      headsOfTime.set(kind, head);
      return head;
    },

    /** Does something in a round of its own: all of a round is booked before any of the next. */
    inRound<T>(number: number, part: () => T): T {
      round = number;
      try {
        return part();
      } finally {
        round = 0;
      }
    },

    /** What is posted again after a day, the last first. */
    replaysAfter(day: CalendarDate): OpenPosting[] {
      const replays = [...postings.values()].filter(
        (posting) => posting.step === 'replay' && posting.day > day,
      );
      return replays.sort(inBookingOrder).reverse();
    },

    /**
     * The postings in the order they are booked; those without movements are left out.
     * @param wellOf the well that a movement moves
     */
    inOrder(wellOf: (movement: Movement) => number): PlannedPosting[] {
      return [...postings.values()]
        .filter(({ movements }) => movements.length > 0)
        .sort(inBookingOrder)
        .map(({ round: _, step: __, ...posting }) => ({
          ...posting,
          wellId: posting.isCompanyWide ? 0 : onlyWellOf(posting, wellOf),
        }));
    },
  };
}

function onlyWellOf(
  { movements }: { movements: Movement[] },
  wellOf: (movement: Movement) => number,
): number {
  const first = wellOf(movements[0]!);
  return movements.every((movement) => wellOf(movement) === first) ? first : 0;
}

/** Whether a posting is that of a head which has nothing of its own. */
function isOfPosting(posting: OpenPosting, head: PostingHead): boolean {
  return (
    posting.kind === head.kind &&
    posting.day === head.day &&
    posting.reversesId === head.reversesId &&
    posting.isCompanyWide === head.isCompanyWide &&
    posting.periodType === head.periodType &&
    posting.method === head.method &&
    posting.terms === null &&
    head.terms === null
  );
}

/** Round by round. Reversals newest first, everything else by day. */
function inBookingOrder(a: OpenPosting, b: OpenPosting): number {
  if (a.round !== b.round) return a.round - b.round;
  const step = STEPS.indexOf(a.step) - STEPS.indexOf(b.step);
  if (step !== 0) return step;
  if (a.reversesId !== null && b.reversesId !== null) return b.reversesId - a.reversesId;
  return a.day < b.day ? -1 : a.day > b.day ? 1 : 0;
}
