import type { SignedIn } from '../worker';
import {
  addWell,
  changeStatus,
  close,
  deleteWell,
  type Reversal,
  reopen,
  reverse,
  type SaleTerms,
  type SettlementTerms,
  sell,
  settle,
} from './acts';
import type { Day } from './arithmetic';
import { type Books, type InterestChange, Refusal, type Status, type Well } from './books';
import { changeInterests, percentText } from './interests';
import { calculate, calculateAll, type Terms } from './recognition';
import { money } from './reports';
import { type Revision, revise } from './revisions';
import { type DepletionRate, type Switch, setRates, switchDepreciation } from './settings';
import { postAccretion } from './time';

/** A request to the product, and its effect on the model. */
export type Operation = {
  name: string;
  /** Changes the books. @returns the expected response if nothing is refused: its status, and the contents of `refused` */
  apply: (books: Books) => Outcome;
  /** Like `apply`, for an operation with several transactions, when another one runs between its checks and its writes. */
  applyLate?: (books: Books) => Outcome;
  send: (client: SignedIn, query: string, companyId: string) => Promise<Response>;
  /** Wells refused according to the response. */
  refusedIn?: (body: unknown) => string[];
  /** True if the request supports `?preview=true`. */
  hasPreview: boolean;
  /** Set if the request is refused rather than retried when another one wins the race, or changes the company's settings. */
  mayGiveWay?: true | 'to settings';
  changesSettings?: true;
};

export type Outcome = { status: number; refused: string[] };

/** A refusal leaves the books unchanged. */
export function outcomeOf(
  { apply }: Pick<Operation, 'apply'>,
  books: Books,
): { books: Books; outcome: Outcome } {
  const after = structuredClone(books);
  try {
    return { outcome: apply(after), books: after };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { outcome: { status: error.status, refused: [] }, books };
  }
}

/** The outcome of a response, in the model's terms. */
export async function readOutcome({ refusedIn }: Operation, response: Response): Promise<Outcome> {
  const text = await response.text();
  const refused = response.ok && refusedIn ? refusedIn(JSON.parse(text)) : [];
  return { status: response.status, refused: refused.sort() };
}

/** Temporary id of a well until the product has assigned one. */
export const newWell = (code: string) => `new ${code}`;

/** An interest from a day on, as entered by a user. */
export type InterestInput = Omit<InterestChange, 'posting'>;

export type NewWell = {
  code: string;
  field: string;
  activeDate: Day;
  status: Status;
  pluggedOn: Day | null;
  retirementDate: Day | null;
  interests: readonly InterestInput[];
};

export function addingWell({ code, field, activeDate, status, pluggedOn, ...details }: NewWell): Operation {
  const { retirementDate, interests } = details;
  const isPlugged = status === 'Plugged';
  return {
    name: `add well ${code}, ${status} ${isPlugged ? (pluggedOn ?? '') : ''}, until ${retirementDate ?? 'unknown'}, ${describeInterests(interests)}`,
    apply: (books) => {
      addWell(books, {
        id: newWell(code),
        code,
        field,
        activeDate,
        status,
        pluggedOn: isPlugged ? pluggedOn : null,
        arrivedPlugged: isPlugged,
        retirementDate,
        interests: interests.map((change) => ({ ...change, posting: null })),
        isDeleted: false,
      });
      return { status: 201, refused: [] };
    },
    send: (client) =>
      client.post('/api/wells', {
        wellCode: code,
        wellName: `Well ${code}`,
        wellStatus: status,
        field,
        activeDate,
        pluggedOn,
        retirementDate,
        workingInterests: interests.map(toPercentInput),
      }),
    hasPreview: false,
    // The custom fields are checked against the settings.
    mayGiveWay: 'to settings',
  };
}

function toPercentInput({ from, percent }: InterestInput) {
  return { from, percent: percentText(percent) };
}

function describeInterests(interests: readonly InterestInput[]): string {
  return interests.map(({ from, percent }) => `${percentText(percent)}% from ${from}`).join(', ') || '100%';
}

function toRequestBody(terms: Terms) {
  const { layerType, measurement, discountBp, inflationBp, costCents, isGross, isAcquired } = terms;
  return {
    layerType,
    ...(measurement && { measurement }),
    discountRate: money(BigInt(discountBp)),
    inflationRate: money(BigInt(inflationBp)),
    [isGross ? 'grossCost' : 'pAndACost']: money(costCents),
    wellLifespan: terms.lifespanYears,
    retirementDate: terms.retirementDate,
    ...(isAcquired && { origin: 'acquired' }),
  };
}

function describeTerms(terms: Terms): string {
  const { layerType, measurement, discountBp, inflationBp, costCents, isGross, isAcquired } = terms;
  const rates = `${discountBp} and ${inflationBp} bp`;
  const life = terms.retirementDate ?? (terms.lifespanYears && `${terms.lifespanYears} years`);
  const cost = `${money(costCents)}${isGross ? ' gross' : ''}`;
  return `${measurement ?? layerType} of ${cost} at ${rates}, ${life ?? "the well's life"}${isAcquired ? ', acquired' : ''}`;
}

export function calculating(wellId: string, code: string, day: Day, terms: Terms): Operation {
  return {
    name: `calculate ${code} on ${day}: ${describeTerms(terms)}`,
    apply: (books) => {
      calculate(books, wellId, day, terms);
      return { status: 201, refused: [] };
    },
    send: (client, query) =>
      client.post(`/api/aro-layers/calculate${query}`, {
        wellId,
        ...toRequestBody(terms),
        calculationDate: day,
      }),
    hasPreview: true,
    mayGiveWay: 'to settings',
  };
}

export function calculatingAll(field: string | null, day: Day | null, terms: Terms): Operation {
  return {
    name: `calculate all${field === null ? '' : ` of ${field}`} on ${day ?? 'active dates'}: ${describeTerms(terms)}`,
    apply: (books) => ({ status: 200, refused: calculateAll(books, field, day, terms) }),
    send: (client, query) =>
      client.post(`/api/aro-layers/calculate-all${query}`, {
        scope: field === null ? 'all' : 'field',
        field,
        ...toRequestBody(terms),
        calculationDate: day,
      }),
    refusedIn: (body) =>
      (body as { refusals: { wellCode: string }[] }).refusals.map(({ wellCode }) => wellCode),
    hasPreview: true,
    mayGiveWay: 'to settings',
  };
}

export function accreting(
  periodEnd: Day,
  well: { id: string; code: string } | null,
  { eachMonth = false }: { eachMonth?: boolean } = {},
): Operation {
  const scope = `${eachMonth ? ', each month' : ''}${well ? ` for ${well.code}` : ''}`;
  return {
    name: `post accretion to ${periodEnd}${scope}`,
    apply: (books) => {
      postAccretion(books, periodEnd, well?.id ?? null, { eachMonth });
      return { status: 200, refused: [] };
    },
    send: (client) =>
      client.post('/api/accretion/calculate', {
        periodType: 'Monthly',
        periodEnd,
        wellId: well?.id,
        eachPeriod: eachMonth,
      }),
    hasPreview: false,
    mayGiveWay: 'to settings',
  };
}

export function changingStatus(well: Well, status: Status, day: Day | null): Operation {
  const { id, code, field, activeDate } = well;
  return {
    name: `make ${code} ${status}${day ? ` on ${day}` : ''}`,
    apply: (books) => {
      changeStatus(books, id, status, day);
      return { status: 200, refused: [] };
    },
    send: (client, query) =>
      client.put(`/api/wells/${id}${query}`, {
        wellCode: code,
        wellName: `Well ${code}`,
        wellStatus: status,
        field,
        activeDate,
        pluggedOn: day,
      }),
    hasPreview: true,
    mayGiveWay: 'to settings',
  };
}

export function settling(wellId: string, code: string, terms: SettlementTerms): Operation {
  const { day, costCents, reliefCents, isFinal } = terms;
  const relief = reliefCents === null ? null : money(reliefCents);
  return {
    name: `settle ${code} on ${day} for ${money(costCents)}, relief ${relief ?? 'by default'}${isFinal ? ', final' : ''}`,
    apply: (books) => {
      settle(books, wellId, terms);
      return { status: 201, refused: [] };
    },
    send: (client, query) =>
      client.post(`/api/wells/${wellId}/settlements${query}`, {
        date: day,
        cost: money(costCents),
        relief,
        isFinal,
      }),
    hasPreview: true,
    mayGiveWay: 'to settings',
  };
}

export function selling(wellId: string, code: string, terms: SaleTerms): Operation {
  const { day, interestSold, proceedsCents } = terms;
  return {
    name: `sell ${percentText(interestSold)}% of ${code} on ${day} for ${money(proceedsCents)}`,
    apply: (books) => {
      sell(books, wellId, terms);
      return { status: 201, refused: [] };
    },
    send: (client, query) =>
      client.post(`/api/wells/${wellId}/sales${query}`, {
        date: day,
        interestSold: percentText(interestSold),
        proceeds: money(proceedsCents),
      }),
    hasPreview: true,
    mayGiveWay: 'to settings',
  };
}

export function revising(revision: Revision): Operation {
  const { day, rows, mode, movedDates } = revision;
  const names = rows.map(({ code, costCents, lifespanYears, discountBp, inflationBp }) =>
    [code, 'to', money(costCents), lifespanYears && `${lifespanYears} years`, discountBp, inflationBp].join(
      ' ',
    ),
  );
  return {
    name: `revise on ${day}, ${mode}, ${movedDates}: ${names.join('; ')}`,
    apply: (books) => ({ status: 201, refused: revise(books, revision) }),
    send: (client) =>
      client.post('/api/revisions', {
        date: day,
        rows: rows.map(({ code, costCents, lifespanYears, discountBp, inflationBp }) => ({
          wellCode: code,
          pAndACost: money(costCents),
          wellLifespan: lifespanYears,
          discountRate: discountBp === null ? null : money(BigInt(discountBp)),
          inflationRate: inflationBp === null ? null : money(BigInt(inflationBp)),
        })),
        mode,
        movedDates,
      }),
    refusedIn: (body) => (body as { refusals: { row: number }[] }).refusals.map(({ row }) => String(row)),
    // A preview lists refused rows instead of refusing the request.
    hasPreview: false,
    mayGiveWay: 'to settings',
  };
}

export function switching(change: Switch): Operation {
  const { depreciation, from } = change;
  return {
    name: `depreciate ${depreciation} from ${from ?? 'the same day'}`,
    apply: (books) => {
      switchDepreciation(books, change);
      return { status: 200, refused: [] };
    },
    send: (client, query, companyId) =>
      client.put(`/api/companies/${companyId}/settings${query}`, { depreciation, depreciationFrom: from }),
    hasPreview: true,
    changesSettings: true,
  };
}

export function settingRates(rates: readonly DepletionRate[]): Operation {
  const percent = ({ percentE4 }: DepletionRate) =>
    percentE4 === null ? null : (Number(percentE4) / 10_000).toFixed(4);
  const names = rates.map((rate) => `${rate.field} ${rate.month} ${percent(rate) ?? 'none'}`);
  return {
    name: names.length > 6 ? `set ${names.length} depletion rates` : `deplete ${names.join(', ')}`,
    apply: (books) => {
      setRates(books, rates);
      return { status: 200, refused: [] };
    },
    send: (client, _, companyId) =>
      client.put(`/api/companies/${companyId}/depletion-rates`, {
        rates: rates.map((rate) => ({ field: rate.field, month: rate.month, percent: percent(rate) })),
      }),
    hasPreview: false,
    mayGiveWay: true,
    changesSettings: true,
  };
}

export function changingInterests(well: Well, interests: readonly InterestInput[]): Operation {
  const { id, code, field, activeDate, status } = well;
  return {
    name: `give ${code} ${describeInterests(interests)}`,
    apply: (books) => {
      // The request includes the status as well.
      changeStatus(books, id, status, null);
      changeInterests(books, id, interests);
      return { status: 200, refused: [] };
    },
    send: (client, query) =>
      client.put(`/api/wells/${id}${query}`, {
        wellCode: code,
        wellName: `Well ${code}`,
        wellStatus: status,
        field,
        activeDate,
        workingInterests: interests.map(toPercentInput),
      }),
    hasPreview: true,
    mayGiveWay: 'to settings',
  };
}

export function reversing(reversal: Reversal): Operation {
  const { postingId, day, wellId, includeLater, wholeAct } = reversal;
  const options = [
    wholeAct && 'with its act',
    wellId && `on ${wellId}`,
    day && `dated ${day}`,
    includeLater && 'with what is later',
  ];
  return {
    name: `reverse posting ${postingId} ${options.filter(Boolean).join(', ')}`,
    apply: (books) => {
      reverse(books, reversal);
      return { status: 201, refused: [] };
    },
    send: (client, query) =>
      client.post(`/api/postings/${postingId}/reverse${query}`, {
        reason: 'A mistake',
        date: day,
        wellId,
        includeLater,
        wholeAct,
      }),
    hasPreview: true,
    mayGiveWay: 'to settings',
  };
}

export function deletingWell(wellId: string, code: string): Operation {
  return {
    name: `delete well ${code}`,
    apply: (books) => {
      deleteWell(books, wellId);
      return { status: 204, refused: [] };
    },
    send: (client, query) => client.send(`/api/wells/${wellId}${query}`, { method: 'DELETE' }),
    hasPreview: true,
  };
}

export function closing(through: Day): Operation {
  return {
    name: `close the books through ${through}`,
    apply: (books) => {
      close(books, through);
      return { status: 200, refused: [] };
    },
    send: (client) => client.post('/api/periods/close', { through }),
    hasPreview: false,
    mayGiveWay: true,
  };
}

export function reopening(from: Day): Operation {
  return {
    name: `reopen the books from ${from}`,
    apply: (books) => {
      reopen(books, from);
      return { status: 200, refused: [] };
    },
    send: (client) => client.post('/api/periods/reopen', { from, reason: 'A mistake' }),
    hasPreview: false,
    mayGiveWay: true,
  };
}
