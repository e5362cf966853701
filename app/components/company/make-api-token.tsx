import Copy from 'lucide-react/icons/copy';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '~/components/ui/button';
import { RadioGroup } from '~/components/ui/choice';
import { CancelButton, Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import { addDays } from '~/domain/calendar/calendar-date';
import { toast } from '~/hooks/toast';
import { confirmDiscard, type DiscardPromptText } from '~/hooks/unsaved-entries';
import { useMutation } from '~/hooks/use-api';
import { useCheckedInput } from '~/hooks/use-checked-input';
import { useCompany } from '~/hooks/use-root-data';
import { useToday } from '~/hooks/use-today';
import { ApiTokenInput, MAX_TOKEN_DAYS, type NewApiTokenView } from '~/schemas/people/api-token';

const SCOPES: { value: ApiTokenInput['scope']; label: string; help: string }[] = [
  { value: 'read', label: 'Read', help: 'Lists, reports and exports, as a viewer.' },
  {
    value: 'write',
    label: 'Read and write',
    help: 'Also wells, layers, uploads and postings. Settings, members and month closes still require a user.',
  },
];
const DEFAULT_DAYS = 90;

const DISCARD_PROMPT: DiscardPromptText = {
  title: 'Close Without Copying?',
  message: 'This token can’t be shown again. You’ll need to create another one.',
  cancelLabel: 'Keep Open',
  confirmLabel: 'Close',
};

/** Form to create a token, which is then shown once. */
export default function MakeApiToken({ onClose }: { onClose: () => void }) {
  const companyId = useCompany()?.id ?? '';
  const today = useToday();
  const { run, pending, problem } = useMutation({
    failure: 'Failed to create the token',
    success: 'Token created successfully',
  });
  const { input, errors, change, take, refuse } = useCheckedInput<ApiTokenInput>(ApiTokenInput, {
    name: '',
    scope: 'read',
    expiresOn: addDays(today, DEFAULT_DAYS),
  });
  const [newToken, setNewToken] = useState<NewApiTokenView | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = take(event);
    if (!body) return;
    const outcome = await run((api) =>
      api<NewApiTokenView>(`/api/companies/${companyId}/tokens`, { method: 'POST', body }),
    );
    if (outcome.ok) setNewToken(outcome.value);
    else refuse(outcome.error);
  };

  if (newToken) return <MadeToken newToken={newToken} onClose={onClose} />;
  return (
    <Dialog title="Create Token" onClose={onClose} keepOpenOnOutsidePress>
      <form noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
        <DialogBody className="flex flex-col gap-4">
          {problem && <Note tone="danger" title={problem} />}
          <Field
            label="Name"
            help="Identifies the program in this list and in the audit log."
            errors={errors.name}
            required
          >
            {(control) => (
              <Input
                {...control}
                name="name"
                value={input.name}
                maxLength={100}
                autoComplete="off"
                placeholder="e.g., Ledger feed"
                onChange={({ target }) => change({ name: target.value })}
              />
            )}
          </Field>
          <RadioGroup
            legend="Scope"
            name="scope"
            choices={SCOPES}
            value={input.scope}
            onChange={(scope) => change({ scope })}
          />
          <Field
            label="Last Day"
            help={`Valid through this day (UTC), at most ${MAX_TOKEN_DAYS} days from now.`}
            errors={errors.expiresOn}
            required
          >
            {(control) => (
              <Input
                {...control}
                name="expiresOn"
                type="date"
                className="w-40"
                value={input.expiresOn}
                onChange={({ target }) => change({ expiresOn: target.value })}
              />
            )}
          </Field>
        </DialogBody>
        <DialogFooter>
          <CancelButton pending={pending} onClick={onClose} />
          <Button type="submit" variant="primary" pending={pending}>
            Create Token
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function MadeToken({ newToken, onClose }: { newToken: NewApiTokenView; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const copy = async () => {
    try {
      // Throws if copying isn't allowed, or if the page has no clipboard because it isn't served over HTTPS.
      await navigator.clipboard.writeText(newToken.token);
      setIsCopied(true);
      setIsRefused(false);
      toast({ title: 'Success', description: 'Token copied' });
    } catch {
      setIsRefused(true);
      // onFocus selects the text, but doesn't fire if the field already has focus.
      field.current?.focus();
      field.current?.select();
    }
  };
  const done = async () => {
    if (await confirmDiscard()) onClose();
  };
  return (
    <Dialog
      title={newToken.name}
      onClose={onClose}
      keepOpenOnOutsidePress
      discardPrompt={isCopied ? undefined : DISCARD_PROMPT}
    >
      <DialogBody className="flex flex-col gap-4">
        <Note tone="warning" title="Copy this token now. It won’t be shown again.">
          Only its fingerprint is stored here. Save it where your program keeps its secrets.
        </Note>
        <Field label="Token">
          {(control) => (
            <Input
              {...control}
              ref={field}
              className="font-mono text-xs"
              readOnly
              value={newToken.token}
              onFocus={({ target }) => target.select()}
              onCopy={() => setIsCopied(true)}
            />
          )}
        </Field>
        {isRefused && (
          <Note tone="danger" title="Your browser didn’t copy the token.">
            The token is selected. Press Ctrl+C, or ⌘C on a Mac.
          </Note>
        )}
      </DialogBody>
      <DialogFooter>
        <Button icon={<Copy aria-hidden="true" className="size-4" />} onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="primary" onClick={() => void done()}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
