import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { ConfirmDialog } from '~/components/ui/alert-dialog';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { EmptyState } from '~/components/ui/empty-state';
import { onDemand } from '~/components/ui/on-demand';
import { SortableTh } from '~/components/ui/sortable-th';
import { RowTh, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { TextLink } from '~/components/ui/text-link';
import { type SortValues, useSortedRows } from '~/components/ui/use-sorted-rows';
import { addDays, utcDay } from '~/domain/calendar/calendar-date';
import { actorName } from '~/hooks/person-name';
import { useDialogAddress } from '~/hooks/use-address';
import { useMutation } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';
import { useCompany } from '~/hooks/use-root-data';
import type { ApiTokenView } from '~/schemas/people/api-token';

const MakeApiToken = onDemand(() => import('./make-api-token'));

const SORT_VALUES: SortValues<ApiTokenView> = {
  name: ({ name }) => name,
  scope: ({ scope }) => scope,
  state: ({ state }) => state,
  expiresAt: ({ expiresAt }) => expiresAt,
  lastUsedAt: ({ lastUsedAt }) => lastUsedAt ?? '',
};

const SCOPES: Record<ApiTokenView['scope'], string> = { read: 'Reads', write: 'Reads and writes' };
const STATES: Record<ApiTokenView['state'], string> = {
  active: 'Active',
  expired: 'Expired',
  revoked: 'Revoked',
};

/** Tokens that programs sign in with: creator, scope and last use. */
export function ApiTokens({ tokens }: { tokens: ApiTokenView[] }) {
  const format = useFormat();
  const { dialog, open, close } = useDialogAddress();
  const { sorted, ...sorting } = useSortedRows(tokens, SORT_VALUES, 'name', 'tokensSort');
  const [revoked, setRevoked] = useState<ApiTokenView | null>(null);
  const day = (instant: string) => format.date(utcDay(instant));
  // A token expires at midnight UTC at the end of its last day.
  const lastDay = ({ expiresAt }: ApiTokenView) => format.date(addDays(utcDay(expiresAt), -1));
  return (
    <div className="flex max-w-4xl flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="max-w-xl">
          <h2 className="text-lg font-semibold">API Tokens</h2>
          <p className="text-muted">
            A token lets a program work in this company without a user signing in. A token stops working after
            its last day, when it is revoked, or when its creator is no longer an admin of this company.{' '}
            <TextLink to="/api/docs" reloadDocument>
              API reference
            </TextLink>
          </p>
        </div>
        <Button
          variant="primary"
          icon={<KeyRound aria-hidden="true" className="size-4" />}
          onPointerEnter={MakeApiToken.preload}
          onClick={() => open('make-token')}
        >
          Create Token
        </Button>
      </div>
      {tokens.length === 0 ? (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState message="This company has no API tokens." />
        </div>
      ) : (
        <TableFrame label="API Tokens">
          <Table aria-label="API Tokens">
            <thead>
              <tr>
                <SortableTh id="name" sorting={sorting}>
                  Name
                </SortableTh>
                <SortableTh id="scope" sorting={sorting} className="max-sm:hidden">
                  Scope
                </SortableTh>
                <SortableTh id="state" sorting={sorting}>
                  Status
                </SortableTh>
                <SortableTh id="expiresAt" sorting={sorting} className="max-sm:hidden">
                  Last Day
                </SortableTh>
                <SortableTh id="lastUsedAt" sorting={sorting} className="max-sm:hidden">
                  Last Used
                </SortableTh>
                <Th>
                  <span className="sr-only">Actions</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {sorted.map((token) => (
                <tr key={token.id}>
                  <RowTh className="font-medium">
                    {token.name}
                    <span className="block text-xs font-normal text-muted">
                      by {actorName(token)}, {day(token.createdAt)}
                    </span>
                    <span className="block text-xs font-normal text-muted sm:hidden">
                      {SCOPES[token.scope]}, through {lastDay(token)}
                    </span>
                  </RowTh>
                  <Td className="max-sm:hidden">{SCOPES[token.scope]}</Td>
                  <Td>
                    <Badge tone={token.state === 'active' ? 'accent' : 'neutral'}>
                      {STATES[token.state]}
                    </Badge>
                  </Td>
                  <Td className="figures max-sm:hidden">{lastDay(token)}</Td>
                  <Td className="figures max-sm:hidden">
                    {token.lastUsedAt ? day(token.lastUsedAt) : 'Never'}
                  </Td>
                  <Td className="text-right">
                    {token.state === 'active' && (
                      <Button size="sm" aria-label={`Revoke ${token.name}`} onClick={() => setRevoked(token)}>
                        Revoke
                      </Button>
                    )}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </TableFrame>
      )}
      {dialog === 'make-token' && <MakeApiToken onClose={close} />}
      {revoked && <RevokeToken token={revoked} onClose={() => setRevoked(null)} />}
    </div>
  );
}

function RevokeToken({ token, onClose }: { token: ApiTokenView; onClose: () => void }) {
  const companyId = useCompany()?.id ?? '';
  const { run, pending, problem } = useMutation({
    failure: 'Failed to revoke the token',
    success: 'Token revoked successfully',
  });
  const revoke = async () => {
    const path = `/api/companies/${companyId}/tokens/${token.id}`;
    const outcome = await run((api) => api(path, { method: 'DELETE' }));
    if (outcome.ok) onClose();
  };
  return (
    <ConfirmDialog
      title="Revoke Token"
      message={`Revoke ${token.name}? Programs that use it stop working immediately. This can’t be undone.`}
      confirmLabel="Revoke"
      pending={pending}
      problem={problem}
      onConfirm={() => void revoke()}
      onCancel={onClose}
    />
  );
}
