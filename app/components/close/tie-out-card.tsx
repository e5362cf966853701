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
import {
  hasUnanswered,
  NO_ANSWERS,
  type TableAnswers,
  type TableQuestion,
} from '~/domain/imports/table-questions';
import { formatCents, parseCents } from '~/domain/money/money';
import { parseTypedCents } from '~/domain/money/typed-amount';
import {
  readTrialBalance,
  startOfTrialBalance,
  TrialBalanceFileError,
} from '~/domain/reports/trial-balance-file';
import { failureText, getFieldErrors } from '~/hooks/api-fetch';
import { useMutation } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';
import { useKeptState, useUnloadWarning } from '~/hooks/use-kept-state';
import { useCompany, useWriteBlock } from '~/hooks/use-root-data';
import type { CloseView, TieOutView } from '~/schemas/close/close';

type SavedEntry = Pick<TieOutView, 'explanation'> & { balance: string | null };
/** `seen` is the value saved when the user began editing, so that a save can't overwrite someone else's unseen. */
type Entry = { balance: string; explanation: string; seen?: SavedEntry };
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
  const getEntry = (row: TieOutView, from = draft): Entry =>
    from[accountNumber(row)] ?? { balance: row.ledger ?? '', explanation: currentExplanation(row) };
  const change = (row: TieOutView, changes: Partial<Entry>) =>
    setDraft((before) => ({
      ...before,
      [accountNumber(row)]: { seen: savedEntry(row), ...getEntry(row, before), ...changes },
    }));
  const invalidRow = close.accounts.find((row) => parseTypedCents(getEntry(row).balance) === null);

  /** Messages, questions and answers apply to a single table. */
  const clearMessages = () => {
    setNotice(null);
    setQuestions([]);
    setAnswers(NO_ANSWERS);
  };
  const chooseFiles = (files: File[]) => {
    clearMessages();
    file.chooseFiles(files);
  };
  const removeFile = () => {
    clearMessages();
    file.clear();
  };
  const chooseSheet = (sheet: string) => {
    clearMessages();
    file.onSheet(sheet);
  };

  const readFile = (rows: readonly FileRow[], fileName: string) => {
    setQuestions([]);
    try {
      const result = readTrialBalance(rows, close.accounts, answers);
      setQuestions(result.questions);
      if (hasUnanswered(result.questions)) {
        setNotice({ tone: 'info', title: `“${fileName}”: how are its amounts written?` });
        return;
      }
      const balances = new Map(result.balances.map((row) => [accountNumber(row), row.cents]));
      for (const row of close.accounts) {
        const cents = balances.get(accountNumber(row));
        if (cents !== undefined) change(row, { balance: formatCents(cents) });
      }
      setNotice({
        tone: 'info',
        title: `“${fileName}”: ${result.balances.length} of ${close.accounts.length} accounts read. Nothing is saved yet.`,
        more: [
          result.missing.length > 0 && `Not in the file: ${result.missing.join(', ')}.`,
          result.unknown.length > 0 &&
            `In the file, but not balance sheet accounts in these books: ${result.unknown.slice(0, 20).join(', ')}${result.unknown.length > 20 ? ` and ${result.unknown.length - 20} more` : ''}. Accounts are set under Company → Settings.`,
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
        const { balance, explanation, seen = savedEntry(row) } = getEntry(row);
        const { mainAccount, subAccount } = row;
        const isBlank = balance.trim() === '';
        return {
          mainAccount,
          subAccount,
          balance: isBlank ? null : formatCents(parseTypedCents(balance) ?? 0),
          explanation: explanation.trim() || null,
          before: seen,
        };
      });
    const outcome = await run((api) =>
      api(`/api/closes/${close.month}/tie-out`, { method: 'PUT', body: { accounts } }),
    );
    if (outcome.ok) {
      setDraft((before) => getUnsavedEntries(draft, before));
      removeFile();
      onDone();
    } else {
      setNotice({ tone: 'danger', title: failureText(outcome.error, 'Failed to save the tie-out') });
      // The error has shown what someone else entered, so saving again intentionally replaces it.
      if (getFieldErrors(outcome.error).accounts) {
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
            ? 'This company requires every account entered, and every difference explained, before a month closes. Credit balances are negative.'
            : 'Optional in this company. Credit balances are negative.'
        }
        actions={canEnter && <FileButton onFiles={chooseFiles} />}
      >
        <FileDrop onFiles={canEnter ? chooseFiles : null} className="flex flex-col gap-3">
          {canEnter && <TableFileDetails table={{ ...file, onSheet: chooseSheet }} onRemove={removeFile} />}
          {notice && (
            <Note tone={notice.tone} title={notice.title}>
              {notice.more && <p>{notice.more}</p>}
            </Note>
          )}
          {canEnter && <TableQuestions questions={questions} onAnswer={setAnswers} />}
          {close.accounts.length === 0 ? (
            <p className="text-muted">No balance sheet account has activity through this month.</p>
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
                    const { balance, explanation } = getEntry(row);
                    const entryState = getEntryState(row, balance, explanation);
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
                              aria-invalid={entryState.isWrong || undefined}
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
                          {entryState.difference === null ? '–' : format.moneyOrDash(entryState.difference)}
                          {entryState.hasOtherSign && (
                            <span className="block text-xs text-yellow">A credit? Enter it as negative.</span>
                          )}
                        </FigureCell>
                        <Td>
                          <Badge tone={entryState.isWrong ? 'red' : STATES[entryState.state].tone}>
                            {entryState.isWrong ? 'Not an amount' : STATES[entryState.state].label}
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
                              Explained when the difference was {format.money(row.explainedDifference)}: “
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
                    : invalidRow
                      ? `The balance of ${invalidRow.name} isn’t an amount`
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

function savedEntry({ ledger, explanation }: TieOutView): SavedEntry {
  return { balance: ledger, explanation };
}

function withoutSeen(draft: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).map(([number, { seen, ...entry }]) => [number, entry]));
}

/** True when an entry differs from the saved values. */
function isChanged(row: TieOutView, entry: Entry | undefined): boolean {
  return (
    entry !== undefined &&
    (entry.balance !== (row.ledger ?? '') || entry.explanation !== currentExplanation(row))
  );
}

/** Explanation of the current difference. One written for another difference is shown next to it instead. */
function currentExplanation({ explanation, explainedDifference }: TieOutView): string {
  return explainedDifference === null ? (explanation ?? '') : '';
}

/** Entries changed while a save was in progress, which aren't saved yet. */
function getUnsavedEntries(savedDraft: Draft, currentDraft: Draft): Draft {
  return Object.fromEntries(
    Object.entries(currentDraft).filter(([number, entry]) => entry !== savedDraft[number]),
  );
}

/** State of an account as entered, before saving. */
function getEntryState(row: TieOutView, balance: string, explanation: string) {
  const cents = balance.trim() === '' ? undefined : parseTypedCents(balance);
  const noDifference = { difference: null, hasOtherSign: false };
  if (cents === null) return { ...noDifference, state: 'open' as const, isWrong: true };
  if (cents === undefined) return { ...noDifference, state: 'open' as const, isWrong: false };
  const ownCents = parseCents(row.own);
  const difference = BigInt(cents) - ownCents;
  const state = difference === 0n ? 'tied' : explanation.trim() ? 'explained' : 'unexplained';
  return {
    difference: formatCents(difference),
    hasOtherSign: ownCents !== 0n && BigInt(cents) === -ownCents,
    state: state as TieOutView['state'],
    isWrong: false,
  };
}
