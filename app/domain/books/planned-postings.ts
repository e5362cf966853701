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

  function findOrCreate(step: Step, header: PostingHeader): OpenPosting {
    const { kind, day, reversesId, isCompanyWide, periodType, method, terms, memo, reference } = header;
    const termsKey = terms && JSON.stringify([terms, memo, reference]);
    const key = `${round}|${step}|${kind}|${day}|${reversesId}|${isCompanyWide}|${periodType}|${method}|${termsKey}`;
    let posting = postings.get(key);
    if (!posting) {
      posting = { ...header, round, step, movements: [] };
      postings.set(key, posting);
    }
    return posting;
  }

  /** Accretion or depreciation has one movement per layer, but only one header. */
  const periodHeaders = new Map<PostingKind, PostingHeader>();

  return {
    /** Returns the posting that a movement with this header belongs to. */
    postingFor(step: Step, header: PostingHeader): OpenPosting {
      const latest = latestOn.get(header.day);
      if (latest?.round === round && latest.step === step && matchesHeader(latest, header)) return latest;
      const posting = findOrCreate(step, header);
      latestOn.set(header.day, posting);
      return posting;
    },

    /** Header of accretion or depreciation on a day. */
    periodHeader(
      kind: 'accretion' | 'depreciation',
      day: CalendarDate,
      method: PostingHeader['method'],
      { isCompanyWide, periodType }: Pick<PostingHeader, 'isCompanyWide' | 'periodType'>,
    ): PostingHeader {
      const previous = periodHeaders.get(kind);
      const isSame = previous?.isCompanyWide === isCompanyWide && previous.periodType === periodType;
      if (isSame && previous.day === day && previous.method === method) return previous;
      const header = { ...PLAIN_HEADER, kind, day, method, isCompanyWide, periodType };
      periodHeaders.set(kind, header);
      return header;
    },

    /** Runs `run` in its own round: everything in one round is booked before anything in the next. */
    withRound<T>(number: number, run: () => T): T {
      round = number;
      try {
        return run();
      } finally {
        round = 0;
      }
    },

    /** Replayed postings dated after a day, last first. */
    replaysAfter(day: CalendarDate): OpenPosting[] {
      const replays = [...postings.values()].filter(
        (posting) => posting.step === 'replay' && posting.day > day,
      );
      return replays.sort(compareBookingOrder).reverse();
    },

    /**
     * Postings in booking order, without empty ones.
     * @param wellOf returns the well of a movement
     */
    ordered(wellOf: (movement: Movement) => number): PlannedPosting[] {
      return [...postings.values()]
        .filter(({ movements }) => movements.length > 0)
        .sort(compareBookingOrder)
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
function matchesHeader(posting: OpenPosting, header: PostingHeader): boolean {
  return (
    posting.kind === header.kind &&
    posting.day === header.day &&
    posting.reversesId === header.reversesId &&
    posting.isCompanyWide === header.isCompanyWide &&
    posting.periodType === header.periodType &&
    posting.method === header.method &&
    posting.terms === null &&
    header.terms === null
  );
}

/** By round, then step. Within a step, reversals are newest first and everything else is by day. */
function compareBookingOrder(a: OpenPosting, b: OpenPosting): number {
  if (a.round !== b.round) return a.round - b.round;
  const step = STEPS.indexOf(a.step) - STEPS.indexOf(b.step);
  if (step !== 0) return step;
  if (a.reversesId !== null && b.reversesId !== null) return b.reversesId - a.reversesId;
  return a.day < b.day ? -1 : a.day > b.day ? 1 : 0;
}
