import type { SignedIn } from '../worker';
import {
  addWell,
  calculate,
  calculateAll,
  changeStatus,
  close,
  deleteWell,
  postAccretion,
  type Reversal,
  reopen,
  reverse,
  type SettlementTerms,
  settle,
  type Terms,
} from './acts';
import type { Day } from './arithmetic';
import { type Books, Refusal, type Status, type Well } from './books';
import { money } from './reports';

/** One call of the product, and what the model makes of it. */
export type Operation = {
  name: string;
  /** Changes the books. @returns what the call has to answer when nothing is refused: its status, and what is in `refused` */
  apply: (books: Books) => Outcome;
  /** The same, of an operation that takes several transactions, when another comes between its checks and its writes. */
  applyLate?: (books: Books) => Outcome;
  send: (client: SignedIn, query: string, companyId: string) => Promise<Response>;
  /** Wells that the answer says were refused. */
  refusedIn?: (body: unknown) => string[];
  /** Whether the call takes `?preview=true`. */
  hasPreview: boolean;
  /** Whether it refuses, rather than tries again, when somebody else was faster. */
  mayGiveWay?: boolean;
};

export type Outcome = { status: number; refused: string[] };

/** A refusal leaves the books as they were. */
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

/** What a response says, in the model's words. */
export async function answerOf({ refusedIn }: Operation, response: Response): Promise<Outcome> {
  const text = await response.text();
  const refused = response.ok && refusedIn ? refusedIn(JSON.parse(text)) : [];
  return { status: response.status, refused: refused.sort() };
}

/** The id of a well before the product has given it one. */
export const newWell = (code: string) => `new ${code}`;

export type NewWell = { code: string; field: string; activeDate: Day; status: Status; pluggedOn: Day | null };

export function addingWell({ code, field, activeDate, status, pluggedOn }: NewWell): Operation {
  const isPlugged = status === 'Plugged';
  return {
    name: `add well ${code}, ${status} ${isPlugged ? (pluggedOn ?? '') : ''}`,
    apply: (books) => {
      addWell(books, {
        id: newWell(code),
        code,
        field,
        activeDate,
        status,
        pluggedOn: isPlugged ? pluggedOn : null,
        arrivedPlugged: isPlugged,
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
      }),
    hasPreview: false,
  };
}

function inCalls({ layerType, measurement, discountBp, inflationBp, costCents, lifespanYears }: Terms) {
  return {
    layerType,
    ...(measurement && { measurement }),
    discountRate: money(BigInt(discountBp)),
    inflationRate: money(BigInt(inflationBp)),
    pAndACost: money(costCents),
    wellLifespan: lifespanYears,
  };
}

function named({ layerType, measurement, discountBp, inflationBp, costCents, lifespanYears }: Terms): string {
  const rates = `${discountBp} and ${inflationBp} bp`;
  return `${measurement ?? layerType} of ${money(costCents)} at ${rates} over ${lifespanYears} years`;
}

export function calculating(wellId: string, code: string, day: Day, terms: Terms): Operation {
  return {
    name: `calculate ${code} on ${day}: ${named(terms)}`,
    apply: (books) => {
      calculate(books, wellId, day, terms);
      return { status: 201, refused: [] };
    },
    send: (client, query) =>
      client.post(`/api/aro-layers/calculate${query}`, { wellId, ...inCalls(terms), calculationDate: day }),
    hasPreview: true,
  };
}

export function calculatingAll(field: string | null, day: Day | null, terms: Terms): Operation {
  return {
    name: `calculate all${field === null ? '' : ` of ${field}`} on ${day ?? 'active dates'}: ${named(terms)}`,
    apply: (books) => ({ status: 200, refused: calculateAll(books, field, day, terms) }),
    send: (client, query) =>
      client.post(`/api/aro-layers/calculate-all${query}`, {
        scope: field === null ? 'all' : 'field',
        field,
        ...inCalls(terms),
        calculationDate: day,
      }),
    refusedIn: (body) =>
      (body as { refusals: { wellCode: string }[] }).refusals.map(({ wellCode }) => wellCode),
    hasPreview: true,
  };
}

export function accreting(periodEnd: Day, well: { id: string; code: string } | null): Operation {
  return {
    name: `post accretion to ${periodEnd}${well ? ` for ${well.code}` : ''}`,
    apply: (books) => {
      postAccretion(books, periodEnd, well?.id ?? null);
      return { status: 200, refused: [] };
    },
    send: (client) =>
      client.post('/api/accretion/calculate', { periodType: 'Monthly', periodEnd, wellId: well?.id }),
    hasPreview: false,
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
  };
}

export function reversing(reversal: Reversal): Operation {
  const { postingId, day, wellId, includeLater } = reversal;
  const options = [wellId && `on ${wellId}`, day && `dated ${day}`, includeLater && 'with what is later'];
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
      }),
    hasPreview: true,
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
