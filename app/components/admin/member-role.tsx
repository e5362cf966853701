import { useId, useState } from 'react';
import { onDemand } from '~/components/ui/on-demand';
import { Select } from '~/components/ui/select';
import { useMutation } from '~/hooks/use-api';
import type { AdminUserView } from '~/schemas/people/admin';

const ConfirmChange = onDemand(() => import('./confirm-change'));

export type Role = AdminUserView['userCompanies'][number]['role'];

const ROLES = [
  { value: 'viewer', label: 'Viewer' },
  { value: 'admin', label: 'Admin' },
] as const;

const TEXTS = { failure: 'Failed to change the role', success: 'Role changed successfully' };

/** A member's role, editable in place. Reducing permissions needs confirmation. */
export function MemberRole({
  userId,
  name,
  company,
  role,
}: {
  userId: string;
  name: string;
  company: { id: string; name: string };
  role: Role;
}) {
  const { run, pending, problem } = useMutation(TEXTS);
  const problemId = useId();
  /** The chosen role, shown until the reloaded page has it. */
  const [requested, setRequested] = useState<{ previousRole: Role; role: Role } | null>(null);
  if (requested && requested.previousRole !== role) setRequested(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const path = `/api/admin/users/${encodeURIComponent(userId)}/companies/${company.id}`;
  const change = async (next: Role) => {
    if (next === 'viewer') return setIsConfirming(true);
    setRequested({ previousRole: role, role: next });
    const outcome = await run((api) => api(path, { method: 'PUT', body: { role: next } }));
    if (!outcome.ok) setRequested(null);
  };
  return (
    <span className="flex flex-col gap-0.5">
      <Select
        aria-label={`Role of ${name} in ${company.name}`}
        className="h-7 w-24 self-end py-0"
        options={ROLES}
        value={requested?.role ?? role}
        disabled={pending}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : problemId}
        onPointerEnter={ConfirmChange.preload}
        onChange={(event) => void change(event.target.value as Role)}
      />
      {problem && (
        <span id={problemId} role="alert" className="max-w-44 self-end pb-1 text-right text-xs text-danger">
          {problem}
        </span>
      )}
      {isConfirming && (
        <ConfirmChange
          title="Change to Viewer"
          message={`${name} will only be able to view and export in ${company.name}. Their API tokens there stop working. This takes effect immediately.`}
          confirmLabel="Change to Viewer"
          texts={TEXTS}
          path={path}
          method="PUT"
          body={{ role: 'viewer' }}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </span>
  );
}
