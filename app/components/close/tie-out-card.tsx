import { useEffect, useState } from 'react';
import { TableQuestions } from '~/components/books/table-questions';
import { FileDrop } from '~/components/files/file-drop';
import { FileButton } from '~/components/files/file-input';
import { TableFileDetails } from '~/components/files/table-file-details';
import { useTableFile } from '~/components/files/use-table-file';
import { Badge, type BadgeTone } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import { FigureCell, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { accountNumber } from '~/domain/books/tie-out';
import type { FileRow } from '~/domain/imports/map-rows';
import { isOpen, NO_ANSWERS, type TableAnswers, type TableQuestion } from '~/domain/imports/table-questions';
import { formatCents, parseCents } from '~/domain/money/money';
import { typedCents } from '~/domain/money/typed-amount';
import {
  readTrialBalance,
  startOfTrialBalance,
  TrialBalanceFileError,
} from '~/domain/reports/trial-balance-file';
import { failureText, fieldErrorsOf } from '~/hooks/api-fetch';
import { useMutation } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';
import { useKeptState, useUnloadWarning } from '~/hooks/use-kept-state';
import { useCompany, useWriteBlock } from '~/hooks/use-root-data';
import type { CloseView, TieOutView } from '~/schemas/close/close';

type Seen = Pick<TieOutView, 'explanation'> & { balance: string | null };
/** `seen` is the value saved when the user began editing, so that a save can't overwrite someone else's unseen. */
type Entry = { balance: string; explanation: string; seen?: Seen };
/** Unsaved entries by account number. */
type Draft = Record<string, Entry>;

const STATES: Record<TieOutView['state'], { label: string; tone: BadgeTone }> = {
  open: { label: 'Not entered', tone: 'neutral' },
  tied: { label: 'Ties', tone: 'green' },
  explained: { label: 'Explained', tone: 'accent' },
  unexplained: { label: 'Differs', tone: 'yellow' },
};

/** General ledger balance of each balance sheet account, typed or read from its trial balance, compared with these books. */
export function TieOutCard({ close, onDone }: { close: CloseView; onDone: () => void }) {
  const format = useFormat();
  const writeBlock = useWriteBlock();
  const { run, pending } = useMutation({
    failure: 'Failed to save the tie-out',
    success: 'The tie-out is saved.',
  });
  const companyId = useCompany()?.id;
  const key = `tie-out of ${companyId} ${close.month}`;
  const [draft, setDraft] = useKeptState<Draft>(key, {});
  const [notice, setNotice] = useState<{ tone: 'info' | 'danger'; title: string; more?: string } | null>(
    null,
  );
  const file = useTableFile(startOfTrialBalance);
  const [questions, setQuestions] = useState<TableQuestion[]>([]);
  const [answers, setAnswers] = useState<TableAnswers>(NO_ANSWERS);
  const canEnter = close.state === 'open' && writeBlock === null;
  useUnloadWarning(key, canEnter && close.accounts.some((row) => isChanged(row, draft[accountNumber(row)])));
  const entered = (row: TieOutView, from = draft): Entry =>
    from[accountNumber(row)] ?? { balance: row.ledger ?? '', explanation: explanationNow(row) };
  const change = (row: TieOutView, changes: Partial<Entry>) =>
    setDraft((before) => ({
      ...before,
      [accountNumber(row)]: { seen: savedEntry(row), ...entered(row, before), ...changes },
    }));
  const wrong = close.accounts.find((row) => typedCents(entered(row).balance) === null);

  /** Messages, questions and answers apply to a single table. */
  const beginAnew = () => {
    setNotice(null);
    setQuestions([]);
    setAnswers(NO_ANSWERS);
  };
  const take = (files: File[]) => {
    beginAnew();
    file.take(files);
  };
  const forgetFile = () => {
    beginAnew();
    file.forget();
  };
  const takeSheet = (sheet: string) => {
    beginAnew();
    file.onSheet(sheet);
  };

  const readFile = (rows: readonly FileRow[], fileName: string) => {
    setQuestions([]);
    try {
      const read = readTrialBalance(rows, close.accounts, answers);
      setQuestions(read.questions);
      if (isOpen(read.questions)) {
        setNotice({ tone: 'info', title: `“${fileName}”: how are its amounts written?` });
        return;
      }
      const balances = new Map(read.balances.map((row) => [accountNumber(row), row.cents]));
      for (const row of close.accounts) {
        const cents = balances.get(accountNumber(row));
        if (cents !== undefined) change(row, { balance: formatCents(cents) });
      }
      setNotice({
        tone: 'info',
        title: `“${fileName}”: ${read.balances.length} of ${close.accounts.length} accounts read. Nothing is saved yet.`,
        more: [
          read.missing.length > 0 && `Not in the file: ${read.missing.join(', ')}.`,
          read.unknown.length > 0 &&
            `In the file, but no balance sheet accounts of these books: ${read.unknown.slice(0, 20).join(', ')}${read.unknown.length > 20 ? ` and ${read.unknown.length - 20} more` : ''}. Accounts are set under Company → Settings.`,
        ]
          .filter(Boolean)
          .join(' '),
      });
    } catch (error) {
      if (!(error instanceof TrialBalanceFileError)) throw error;
      setNotice({ tone: 'danger', title: `“${fileName}” can’t be read. ${error.message}` });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: keeps entries typed since the file was read
  useEffect(() => {
    if (file.rows && file.file) readFile(file.rows, file.file.source.name);
  }, [file.rows, answers]);

  const save = async () => {
    const accounts = close.accounts
      .filter((row) => draft[accountNumber(row)])
      .map((row) => {
        const { balance, explanation, seen = savedEntry(row) } = entered(row);
        const { mainAccount, subAccount } = row;
        const isBlank = balance.trim() === '';
        return {
          mainAccount,
          subAccount,
          balance: isBlank ? null : formatCents(typedCents(balance) ?? 0),
          explanation: explanation.trim() || null,
          before: seen,
        };
      });
    const outcome = await run((api) =>
      api(`/api/closes/${close.month}/tie-out`, { method: 'PUT', body: { accounts } }),
    );
    if (outcome.ok) {
      setDraft((before) => changedSince(draft, before));
      forgetFile();
      onDone();
    } else {
      setNotice({ tone: 'danger', title: failureText(outcome.error, 'Failed to save the tie-out') });
      // The error has shown what someone else entered, so saving again intentionally replaces it.
      if (fieldErrorsOf(outcome.error).accounts) {
        setDraft(withoutSeen);
        onDone();
      }
    }
  };

  return (
    <section id="tie-out" aria-label="Tie-out">
      <Card
        title="Tie-Out to the General Ledger"
        description={
          close.tieOut === 'required'
            ? 'This company closes a month when every account is entered and every difference explained. Credit balances are negative.'
            : 'Optional in this company. Credit balances are negative.'
        }
        actions={canEnter && <FileButton onFiles={take} />}
      >
        <FileDrop onFiles={canEnter ? take : null} className="flex flex-col gap-3">
          {canEnter && <TableFileDetails table={{ ...file, onSheet: takeSheet }} onRemove={forgetFile} />}
          {notice && (
            <Note tone={notice.tone} title={notice.title}>
              {notice.more && <p>{notice.more}</p>}
            </Note>
          )}
          {canEnter && <TableQuestions questions={questions} onAnswer={setAnswers} />}
          {close.accounts.length === 0 ? (
            <p className="text-muted">No balance sheet account has been booked on through this month.</p>
          ) : (
            <TableFrame label="Tie-out by account">
              <Table aria-label="Tie-out by account" className="min-w-200">
                <thead>
                  <tr>
                    <Th>Account</Th>
                    <Th align="end">These Books</Th>
                    <Th align="end">General Ledger</Th>
                    <Th align="end">Difference</Th>
                    <Th>Status</Th>
                    <Th>Explanation</Th>
                  </tr>
                </thead>
                <tbody>
                  {close.accounts.map((row) => {
                    const number = accountNumber(row);
                    const { balance, explanation } = entered(row);
                    const shown = stateOf(row, balance, explanation);
                    return (
                      <tr key={number}>
                        <Td>
                          {row.name} <span className="figures text-xs text-muted">{number}</span>
                        </Td>
                        <FigureCell>{format.money(row.own)}</FigureCell>
                        <FigureCell>
                          {canEnter ? (
                            <Input
                              aria-label={`General ledger balance of ${row.name}`}
                              aria-invalid={shown.isWrong || undefined}
                              inputMode="decimal"
                              autoComplete="off"
                              className="figures w-40 text-right"
                              value={balance}
                              onChange={(event) => change(row, { balance: event.target.value })}
                            />
                          ) : row.ledger === null ? (
                            '–'
                          ) : (
                            format.money(row.ledger)
                          )}
                        </FigureCell>
                        <FigureCell>
                          {shown.difference === null ? '–' : format.moneyOrDash(shown.difference)}
                          {shown.hasOtherSign && (
                            <span className="block text-xs text-yellow">A credit? Enter it as negative.</span>
                          )}
                        </FigureCell>
                        <Td>
                          <Badge tone={shown.isWrong ? 'red' : STATES[shown.state].tone}>
                            {shown.isWrong ? 'Not an amount' : STATES[shown.state].label}
                          </Badge>
                        </Td>
                        <Td className="min-w-56">
                          {canEnter ? (
                            <Input
                              aria-label={`Explanation for ${row.name}`}
                              maxLength={500}
                              value={explanation}
                              onChange={(event) => change(row, { explanation: event.target.value })}
                            />
                          ) : (
                            row.explanation
                          )}
                          {row.explainedDifference !== null && row.explanation !== null && (
                            <p className="mt-1 text-xs text-yellow">
                              Explained when it was {format.money(row.explainedDifference)}: “
                              {row.explanation}”
                            </p>
                          )}
                        </Td>
                      </tr>
                    );
                  })}
                </tbody>
              </Table>
            </TableFrame>
          )}
          {canEnter && close.accounts.length > 0 && (
            <div>
              <Button
                pending={pending}
                disabledReason={
                  Object.keys(draft).length === 0
                    ? 'No changes to save'
                    : wrong
                      ? `The balance of ${wrong.name} isn’t an amount`
                      : null
                }
                onClick={() => void save()}
              >
                Save Tie-Out
              </Button>
            </div>
          )}
        </FileDrop>
      </Card>
    </section>
  );
}

function savedEntry({ ledger, explanation }: TieOutView): Seen {
  return { balance: ledger, explanation };
}

function withoutSeen(draft: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).map(([number, { seen, ...entry }]) => [number, entry]));
}

/** True when an entry differs from the saved values. */
function isChanged(row: TieOutView, entry: Entry | undefined): boolean {
  return (
    entry !== undefined && (entry.balance !== (row.ledger ?? '') || entry.explanation !== explanationNow(row))
  );
}

/** Explanation of the current difference. One written for another difference is shown next to it instead. */
function explanationNow({ explanation, explainedDifference }: TieOutView): string {
  return explainedDifference === null ? (explanation ?? '') : '';
}

/** Entries changed while a save was in progress, which aren't saved yet. */
function changedSince(sent: Draft, now: Draft): Draft {
  return Object.fromEntries(Object.entries(now).filter(([number, entry]) => entry !== sent[number]));
}

/** State of an account as entered, before saving. */
function stateOf(row: TieOutView, balance: string, explanation: string) {
  const cents = balance.trim() === '' ? undefined : typedCents(balance);
  const nothing = { difference: null, hasOtherSign: false };
  if (cents === null) return { ...nothing, state: 'open' as const, isWrong: true };
  if (cents === undefined) return { ...nothing, state: 'open' as const, isWrong: false };
  const own = parseCents(row.own);
  const difference = BigInt(cents) - own;
  const state = difference === 0n ? 'tied' : explanation.trim() ? 'explained' : 'unexplained';
  return {
    difference: formatCents(difference),
    hasOtherSign: own !== 0n && BigInt(cents) === -own,
    state: state as TieOutView['state'],
    isWrong: false,
  };
}
