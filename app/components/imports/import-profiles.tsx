import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import { Select } from '~/components/ui/select';
import { type ImportMapping, locateColumns } from '~/domain/imports/mapping';
import { useMutation } from '~/hooks/use-api';
import type { ImportProfileView } from '~/schemas/imports/import-mapping';

/** The profile whose columns are all in the file, preferring the most columns, then the latest; null if none fits. */
export function findMatchingProfile(
  profiles: readonly ImportProfileView[],
  titles: readonly string[],
): ImportProfileView | null {
  const matches = profiles
    .map((profile) => ({ profile, ...locateColumns(profile.mapping.columns, titles) }))
    .filter(
      ({ missing, matched }) => missing.length === 0 && matched.some(({ column }) => column.to !== null),
    )
    .sort(
      (a, b) => b.matched.length - a.matched.length || b.profile.updatedAt.localeCompare(a.profile.updatedAt),
    );
  return matches[0]?.profile ?? null;
}

type ImportProfilesProps = {
  profiles: readonly ImportProfileView[];
  profile: ImportProfileView | null;
  /** Mapping to save; null while a question is open. */
  mapping: ImportMapping | null;
  titles: readonly string[];
  onChoose: (profile: ImportProfileView | null) => void;
  onSaved: (profile: ImportProfileView | null) => void;
};

/** Saved mappings: choosing one, and saving, updating or deleting it. */
export function ImportProfiles({
  profiles,
  profile,
  mapping,
  titles,
  onChoose,
  onSaved,
}: ImportProfilesProps) {
  const [name, setName] = useState<string | null>(null);
  const { run, pending, problem } = useMutation({
    failure: 'Failed to save the profile',
    success: 'Profile saved',
    reloads: false,
  });
  const removal = useMutation({
    failure: 'Failed to delete the profile',
    success: 'Profile deleted',
    reloads: false,
  });
  const missing = profile ? locateColumns(profile.mapping.columns, titles).missing : [];
  const isChanged =
    profile !== null && mapping !== null && toComparableText(mapping) !== toComparableText(profile.mapping);
  const save = async (isNew: boolean) => {
    const body = { name: isNew ? (name ?? '').trim() : profile!.name, mapping };
    const outcome = await run((api) =>
      isNew
        ? api<ImportProfileView>('/api/import-profiles', { method: 'POST', body })
        : api<ImportProfileView>(`/api/import-profiles/${profile!.id}`, {
            method: 'PUT',
            body,
            ifVersion: profile!.version,
          }),
    );
    if (!outcome.ok) return;
    setName(null);
    onSaved(outcome.value);
  };
  const remove = async () => {
    const outcome = await removal.run((api) =>
      api(`/api/import-profiles/${profile!.id}`, { method: 'DELETE' }),
    );
    if (outcome.ok) onSaved(null);
  };
  const blockedReason = mapping === null ? 'Answer the open questions first' : null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Profile" className="w-60">
          {(control) => (
            <Select
              {...control}
              value={profile?.id ?? ''}
              options={[
                { value: '', label: 'None' },
                ...profiles.map(({ id, name: label }) => ({ value: id, label })),
              ]}
              onChange={({ target: { value } }) => onChoose(profiles.find(({ id }) => id === value) ?? null)}
            />
          )}
        </Field>
        {profile && isChanged && (
          <Button pending={pending} onClick={() => save(false)}>
            Update Profile
          </Button>
        )}
        {name === null ? (
          <Button disabledReason={blockedReason} onClick={() => setName('')}>
            Save as New Profile
          </Button>
        ) : (
          <>
            <Field label="Profile name" className="w-60">
              {(control) => (
                <Input
                  {...control}
                  autoFocus
                  maxLength={100}
                  value={name}
                  onChange={(event) => setName(event.target.value)}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' && name.trim() !== '' && !blockedReason) void save(true);
                    if (event.key === 'Escape') setName(null);
                  }}
                />
              )}
            </Field>
            <Button
              pending={pending}
              disabledReason={blockedReason ?? (name.trim() === '' ? 'Enter a profile name' : null)}
              onClick={() => save(true)}
            >
              Save
            </Button>
            <Button onClick={() => setName(null)}>Cancel</Button>
          </>
        )}
        {profile && (
          <Button variant="ghost" pending={removal.pending} onClick={remove}>
            Delete Profile
          </Button>
        )}
      </div>
      {(problem ?? removal.problem) && <Note tone="danger" title={problem ?? removal.problem} />}
      {missing.length > 0 && (
        <Note tone="warning" title="This profile no longer matches the file.">
          The file has no {missing.length === 1 ? 'column' : 'columns'}{' '}
          {missing.map(({ title }) => `"${title}"`).join(', ')}. Choose{' '}
          {missing.length === 1 ? 'a replacement' : 'replacements'} below.
        </Note>
      )}
    </div>
  );
}

/** The parts of a mapping that affect how a file is read, as comparable text. */
function toComparableText({ columns, defaults, fillsFromFirst, wellsInBooks }: ImportMapping): string {
  const sorted = (record: object = {}) =>
    Object.entries(record)
      .filter(([, value]) => value !== undefined)
      .sort();
  return JSON.stringify([
    columns
      .filter(({ to }) => to !== null)
      .map(({ title, to, format, words }) => [title, to, sorted(format), sorted(words)]),
    sorted(defaults),
    fillsFromFirst !== false,
    wellsInBooks === true,
  ]);
}
