import Building2 from 'lucide-react/icons/building-2';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Button, buttonClass } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Select } from '~/components/ui/select';
import type { UserView } from '~/schemas/people/user';
import { useSelectCompany } from './use-select-company';

/** Replaces every page until the user has chosen a company; `children` render below the choice. */
export function CompanySelection({ user, children }: { user: UserView; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="mx-auto w-full max-w-md px-4 py-12 sm:py-20">
      <div className="rounded-xl border border-line bg-surface p-6 shadow-sm">
        {user.userCompanies.length > 0 ? <Chooser user={user} /> : <NoCompanies isAdmin={user.isAdmin} />}
      </div>
      <p className="mt-4 text-center text-xs text-muted">
        Your role and data access are determined by your company assignments.
      </p>
      <div className="mt-2 flex flex-col gap-2">{children}</div>
    </main>
  );
}

function Chooser({ user }: { user: UserView }) {
  const [companyId, setCompanyId] = useState('');
  const { select, pending } = useSelectCompany();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (companyId) void select(companyId, '/');
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <div>
        <h1 className="text-xl font-semibold">Select Company</h1>
        <p className="mt-1 text-muted">Choose which company's ARO data you'd like to view.</p>
      </div>
      <Field label="Company">
        {(control) => (
          <Select
            {...control}
            value={companyId}
            onChange={(event) => setCompanyId(event.target.value)}
            options={[
              { value: '', label: 'Select a company' },
              ...user.userCompanies.map(({ id, name, code, role }) => ({
                value: id,
                label: `${name} (${code}) – ${role}`,
              })),
            ]}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={!companyId} pending={pending}>
        {pending ? 'Selecting...' : 'Continue to ARO System'}
      </Button>
    </form>
  );
}

function NoCompanies({ isAdmin }: { isAdmin: boolean }) {
  return (
    <div className="flex flex-col items-center gap-3 py-4 text-center">
      <Building2 aria-hidden="true" className="size-6 text-muted" />
      <h1 className="text-xl font-semibold">No Companies Available</h1>
      <p className="text-balance text-muted">
        {isAdmin
          ? "You don't have access to any company yet. As an administrator, you can create companies in the admin panel."
          : "You don't have access to any company yet. Please contact your administrator."}
      </p>
      {isAdmin && (
        <a href="/admin" className={buttonClass('primary', 'mt-2')}>
          Go to Admin Panel
        </a>
      )}
    </div>
  );
}
