import type { CalendarDate, PeriodType } from '~/domain/calendar/calendar-date';
import type { AccretionMethod } from './accretion';
import type { Depreciation } from './depreciation';
import type { Movement } from './movement';
import type { PostingKind } from './movement-kinds';
import type { PostingTerms } from './posting-terms';

/** Header of a posting. Movements of an act with the same header go into the same posting, whatever their wells. */
export type PostingHeader = {
  kind: PostingKind;
  day: CalendarDate;
  /** True when it covers the whole company, as a period's accretion does, and so blocks earlier period ends. */
  isCompanyWide: boolean;
  periodType: PeriodType | null;
  method: AccretionMethod | Exclude<Depreciation, 'none'> | null;
  reversesId: number | null;
  /** For a settlement or sale, and its reversal. */
  terms: PostingTerms | null;
  /** Set only if different from the whole act's. */
  memo?: string | null;
  reference?: string | null;
};

/** Header without the fields that only accretion, reversals, and settlements have. */
export const PLAIN_HEADER = {
  isCompanyWide: false,
  periodType: null,
  method: null,
  reversesId: null,
  terms: null,
} as const satisfies Omit<PostingHeader, 'kind' | 'day'>;

export type PlannedPosting = PostingHeader & {
  /** The one well it moves; 0 for several wells or the whole company. */
  wellId: number;
  movements: Movement[];
};

/** Booking order of an act's postings: reversals, catch-up through the day, the act itself, replayed postings after the day. */
const STEPS = ['reverse', 'catch-up', 'main', 'replay'] as const;
export type Step = (typeof STEPS)[number];

/** A posting while its act is being planned. */
type OpenPosting = PostingHeader & { round: number; step: Step; movements: Movement[] };

/** Groups an act's movements into postings by header, step, and round. A posting is created with its first movement. */
export function createPlannedPostings() {
  const postings = new Map<string, OpenPosting>();
  let round = 0;

  /** Most movements belong to the day's latest posting, and building a key for each would dominate the runtime. */
  const latestOn = new Map<CalendarDate, OpenPosting>();

  function find(step: Step, head: PostingHeader): OpenPosting {
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

  /** Accretion or depreciation has one movement per layer, but only one header. */
  const headsOfTime = new Map<PostingKind, PostingHeader>();

  return {
    /** Returns the posting that a movement with this header belongs to. */
    of(step: Step, head: PostingHeader): OpenPosting {
      const latest = latestOn.get(head.day);
      if (latest?.round === round && latest.step === step && isOfPosting(latest, head)) return latest;
      const posting = find(step, head);
      latestOn.set(head.day, posting);
      return posting;
    },

    /** Header of accretion or depreciation on a day. */
    headerOfTime(
      kind: 'accretion' | 'depreciation',
      day: CalendarDate,
      method: PostingHeader['method'],
      { isCompanyWide, periodType }: Pick<PostingHeader, 'isCompanyWide' | 'periodType'>,
    ): PostingHeader {
      const known = headsOfTime.get(kind);
      const isSame = known?.isCompanyWide === isCompanyWide && known.periodType === periodType;
      if (isSame && known.day === day && known.method === method) return known;
      const head = { ...PLAIN_HEADER, kind, day, method, isCompanyWide, periodType };
      headsOfTime.set(kind, head);
      return head;
    },

    /** Runs `part` in its own round: everything in one round is booked before anything in the next. */
    inRound<T>(number: number, part: () => T): T {
      round = number;
      try {
        return part();
      } finally {
        round = 0;
      }
    },

    /** Replayed postings dated after a day, last first. */
    replaysAfter(day: CalendarDate): OpenPosting[] {
      const replays = [...postings.values()].filter(
        (posting) => posting.step === 'replay' && posting.day > day,
      );
      return replays.sort(inBookingOrder).reverse();
    },

    /**
     * Postings in booking order, without empty ones.
     * @param wellOf returns the well of a movement
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

/** True when a posting matches a header, and neither has terms. */
function isOfPosting(posting: OpenPosting, head: PostingHeader): boolean {
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

/** By round, then step. Within a step, reversals are newest first and everything else is by day. */
function inBookingOrder(a: OpenPosting, b: OpenPosting): number {
  if (a.round !== b.round) return a.round - b.round;
  const step = STEPS.indexOf(a.step) - STEPS.indexOf(b.step);
  if (step !== 0) return step;
  if (a.reversesId !== null && b.reversesId !== null) return b.reversesId - a.reversesId;
  return a.day < b.day ? -1 : a.day > b.day ? 1 : 0;
}
