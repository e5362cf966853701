import { formatMonths } from '~/components/books/posting-names';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Field } from '~/components/ui/field';
import { Note } from '~/components/ui/note';
import { Textarea } from '~/components/ui/textarea';
import { approvalProblem } from '~/domain/books/sign-off';
import { personName } from '~/hooks/person-name';
import { useMutation } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';
import { useKeptState, useUnloadWarning } from '~/hooks/use-kept-state';
import { useCompany, useRootData, useWriteBlock } from '~/hooks/use-root-data';
import type { CloseView } from '~/schemas/close/close';

/** Who prepared and approved the month, and why a sign-off was withdrawn. */
export function SignOffCard({
  close,
  openBefore,
  onDone,
}: {
  close: CloseView;
  /** Earlier open months, which close together with this one. */
  openBefore: readonly string[];
  onDone: () => void;
}) {
  const format = useFormat();
  const writeBlock = useWriteBlock();
  const { user } = useRootData();
  const companyId = useCompany()?.id;
  const key = `sign-off of ${companyId} ${close.month}`;
  const [note, setNote] = useKeptState(key, '');
  const { run, pending, problem } = useMutation({ failure: 'Failed to sign', reloadsOnConflict: true });
  const { prepared, approved, withdrawn } = close.signOff;
  const isTwoPeople = close.approval === 'second-person';
  const needsPreparation = !prepared || withdrawn !== null;
  const needsSignOff = close.state === 'open' && (!approved || withdrawn !== null);
  useUnloadWarning(key, needsSignOff && note.trim() !== '');
  // When sign-offs are optional, closing is the primary action of the page.
  const variant = isTwoPeople ? 'primary' : 'secondary';
  const approvalBlock =
    prepared && user
      ? approvalProblem({
          preparedBy: prepared.userId,
          approver: user.id,
          mayApproveOwn: !isTwoPeople,
          isWithdrawn: withdrawn !== null,
        })
      : null;

  const sign = async (action: 'prepare' | 'approve') => {
    const reviewedState = action === 'approve' ? { preparation: prepared?.id } : { reviewed: close.reviewed };
    const body = { ...reviewedState, note };
    const outcome = await run(
      (api) => api(`/api/closes/${close.month}/${action}`, { method: 'POST', body }),
      () => (action === 'prepare' ? 'You signed the month as prepared.' : 'You approved the month.'),
    );
    if (outcome.ok) setNote('');
    // Also after a rejection, to show what someone else did meanwhile.
    onDone();
  };

  return (
    <Card
      title="Sign-Off"
      description={
        isTwoPeople
          ? 'This company requires one person to prepare a month, and another to approve it, before it closes.'
          : 'Optional in this company. A second person can be required under Company → Settings.'
      }
    >
      <div className="flex flex-col gap-3">
        {withdrawn && <Withdrawn withdrawn={withdrawn} />}
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
          <dt className="text-muted">Prepared by</dt>
          <Signature signOff={prepared} isWithdrawn={withdrawn !== null} />
          <dt className="text-muted">Approved by</dt>
          <Signature signOff={approved} isWithdrawn={withdrawn !== null} />
        </dl>
        {needsSignOff && (
          <>
            {openBefore.length > 0 && (
              <p className="text-muted">
                {openBefore.length === 1
                  ? 'Also covers an earlier open month'
                  : 'Also covers earlier open months'}
                : {formatMonths(openBefore, format)}. To sign {openBefore.length === 1 ? 'it' : 'one'}{' '}
                separately, close it first.
              </p>
            )}
            <Field label="Remark" className="print:hidden" help="Optional. Kept with the sign-off.">
              {(control) => (
                <Textarea
                  {...control}
                  rows={2}
                  maxLength={1000}
                  value={note}
                  onChange={(event) => setNote(event.target.value)}
                />
              )}
            </Field>
            {problem && <Note tone="danger" title={problem} />}
            <div>
              {needsPreparation ? (
                <Button
                  variant={variant}
                  pending={pending}
                  disabledReason={writeBlock ?? openItemsText(close)}
                  onClick={() => void sign('prepare')}
                >
                  {prepared ? 'Prepare Again' : 'Sign as Prepared'}
                </Button>
              ) : (
                <Button
                  variant={variant}
                  pending={pending}
                  disabledReason={writeBlock ?? approvalBlock}
                  onClick={() => void sign('approve')}
                >
                  Approve
                </Button>
              )}
            </div>
          </>
        )}
        {close.signOffs.length > 2 && <History close={close} />}
      </div>
    </Card>
  );
}

function openItemsText({ checklist }: CloseView): string | null {
  return checklist.some(({ state }) => state === 'todo') ? 'Complete the checklist first' : null;
}

type SignOffEntry = CloseView['signOff']['prepared'];

function Signature({ signOff, isWithdrawn }: { signOff: SignOffEntry; isWithdrawn: boolean }) {
  const format = useFormat();
  if (!signOff) return <dd className="text-muted">Not signed yet</dd>;
  return (
    <dd className="min-w-0">
      <span className={isWithdrawn ? 'line-through' : 'font-medium'}>{personName(signOff)}</span>
      <span className="text-muted">
        , {format.instant(signOff.createdAt)}
        {isWithdrawn && ' (withdrawn)'}
      </span>
      {signOff.note && (
        <span className="block whitespace-pre-line [overflow-wrap:anywhere]">{signOff.note}</span>
      )}
    </dd>
  );
}

const AMOUNT = /^-?\d+\.\d\d$/;

function Withdrawn({ withdrawn }: { withdrawn: NonNullable<CloseView['signOff']['withdrawn']> }) {
  const format = useFormat();
  const formatValue = (text: string | null) =>
    text === null ? 'nothing' : AMOUNT.test(text) ? format.money(text) : text;
  return (
    <Note tone="warning" title="The sign-off is withdrawn">
      {withdrawn.reopened === 'month' && <p>The month was reopened after it was prepared.</p>}
      {withdrawn.reopened === 'earlier-month' && (
        <p>An earlier month was reopened after this one was prepared.</p>
      )}
      {withdrawn.hasNewPostings && (
        <p>
          Something was posted in or before the month after it was prepared
          {withdrawn.changes.length === 0 && ', with no net change in any balance'}.
        </p>
      )}
      {withdrawn.changes.length > 0 && (
        <ul className="list-disc pl-4">
          {withdrawn.changes.map(({ what, was, is }) => (
            <li key={what}>
              {what}: <span className="figures">{formatValue(was)}</span> →{' '}
              <span className="figures">{formatValue(is)}</span>
            </li>
          ))}
        </ul>
      )}
    </Note>
  );
}

function History({ close }: { close: CloseView }) {
  const format = useFormat();
  return (
    <details>
      <summary className="cursor-pointer text-muted">All sign-offs for the month</summary>
      <ul className="mt-1 flex flex-col gap-1">
        {close.signOffs.map((signOff) => (
          <li key={signOff.id} className="text-muted">
            {signOff.action === 'prepared' ? 'Prepared' : 'Approved'} by {personName(signOff)},{' '}
            {format.instant(signOff.createdAt)}
          </li>
        ))}
      </ul>
    </details>
  );
}
