import { type FormEvent, useState } from 'react';
import { Button, buttonClass } from '~/components/ui/button';
import { RadioGroup } from '~/components/ui/choice';
import { CancelButton, Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { LoadFailure } from '~/components/ui/load-failure';
import { Note } from '~/components/ui/note';
import { Select } from '~/components/ui/select';
import { utcDay } from '~/domain/calendar/calendar-date';
import { sortByName } from '~/domain/wells/sort-by-name';
import { useMutation } from '~/hooks/use-api';
import { useCheckedInput } from '~/hooks/use-checked-input';
import { useFetched } from '~/hooks/use-fetched';
import { useFormat } from '~/hooks/use-format';
import type { AdminCompanyView } from '~/schemas/people/admin';
import { MAX_EMAIL_LENGTH } from '~/schemas/people/email-address';
import { InvitationInput, type InvitationView } from '~/schemas/people/invitation';
import { mailAddress } from './invitation-mail';

const ROLES = [
  { value: 'viewer', label: 'Viewer', help: 'Can view and export.' },
  { value: 'admin', label: 'Admin', help: 'Can also change data, post, and close months.' },
] as const;

/** Form to invite someone to a company; afterward, shows how to notify them. */
export default function Invite({ onClose }: { onClose: () => void }) {
  const { data: companies, error, retry } = useFetched<AdminCompanyView[]>('/api/admin/companies');
  const { run, pending, problem } = useMutation({
    failure: 'Failed to invite',
    success: 'Invitation created successfully',
  });
  const { input, errors, change, take, refuse } = useCheckedInput<InvitationInput>(InvitationInput, {
    email: '',
    companyId: '',
    role: 'viewer',
  });
  const [newInvitation, setNewInvitation] = useState<InvitationView | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = take(event);
    if (!body) return;
    const outcome = await run((api) =>
      api<InvitationView>('/api/admin/invitations', { method: 'POST', body }),
    );
    if (outcome.ok) setNewInvitation(outcome.value);
    else refuse(outcome.error);
  };
  if (newInvitation) return <Invited invitation={newInvitation} onClose={onClose} />;
  return (
    <Dialog title="Invite" onClose={onClose} keepOpenOnOutsidePress>
      <form noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
        <DialogBody className="flex flex-col gap-4">
          {problem && <Note tone="danger" title={problem} />}
          <Field label="Email" help="The email address they sign in with." errors={errors.email} required>
            {(control) => (
              <Input
                {...control}
                type="email"
                name="email"
                autoComplete="off"
                maxLength={MAX_EMAIL_LENGTH}
                value={input.email}
                onChange={(event) => change({ email: event.target.value })}
              />
            )}
          </Field>
          {error !== null && <LoadFailure error={error} text="Couldn’t load companies" onRetry={retry} />}
          <Field label="Company" errors={errors.companyId} required>
            {(control) => (
              <Select
                {...control}
                name="companyId"
                value={input.companyId}
                onChange={(event) => change({ companyId: event.target.value })}
                options={[
                  { value: '', label: companies ? 'Select a company' : 'Loading companies…' },
                  ...sortByName(companies ?? [], ({ name }) => name).map(({ id, name, code }) => ({
                    value: id,
                    label: `${name} (${code})`,
                  })),
                ]}
              />
            )}
          </Field>
          <RadioGroup
            legend="Role"
            name="role"
            choices={ROLES}
            value={input.role}
            onChange={(role) => change({ role })}
          />
          <Note>
            <p>
              For someone who has signed in before, use Add to Company on the Users tab. It takes effect
              immediately.
            </p>
          </Note>
        </DialogBody>
        <DialogFooter>
          <CancelButton pending={pending} onClick={onClose} />
          <Button type="submit" variant="primary" pending={pending}>
            Invite
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function Invited({ invitation, onClose }: { invitation: InvitationView; onClose: () => void }) {
  const format = useFormat();
  return (
    <Dialog title="Notify Them" onClose={onClose}>
      <DialogBody className="flex flex-col gap-3">
        <p>
          <strong className="font-semibold break-all">{invitation.email}</strong> becomes{' '}
          {invitation.role === 'admin' ? 'an admin' : 'a viewer'} of {invitation.company.name} when they sign
          in by {format.date(utcDay(invitation.expiresAt))}.
        </p>
        <p className="text-muted">The ARO System doesn’t send email. Write to them yourself.</p>
      </DialogBody>
      <DialogFooter>
        <a href={mailAddress(invitation)} className={buttonClass('secondary')}>
          Write Email
        </a>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
