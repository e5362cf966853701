import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { useSearchParams } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { ActPreviewTable } from '~/components/books/act-preview';
import { CustomFieldInputs, readCustomFields } from '~/components/custom-fields/custom-field-inputs';
import { Button } from '~/components/ui/button';
import { classNames } from '~/components/ui/class-names';
import { inputProps } from '~/components/ui/conform-input';
import { CancelButton, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import { Select } from '~/components/ui/select';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { type ApiError, failureText, getFieldErrors, isStale, isUncertain } from '~/hooks/api-fetch';
import { useMutation } from '~/hooks/use-api';
import { useOpenDates } from '~/hooks/use-open-dates';
import { useToday } from '~/hooks/use-today';
import { wellAddress } from '~/hooks/well-address';
import type { ActPreview, ReviewedPreview } from '~/schemas/books/posting';
import { WellInput, type WellStatus } from '~/schemas/wells/well';
import type { WellView } from '~/schemas/wells/well-views';
import { FieldName } from './field-name';
import { STATUS_OPTIONS } from './status-badge';
import { WorkingInterestFields } from './working-interest-fields';

type WellFormProps = {
  /** The well to change, or null for a new one. */
  well: WellView | null;
  templates: CustomFieldTemplate[];
  /** Fields in use, suggested while typing. */
  fields: string[];
  /** @param next the new well, if its initial layer comes next */
  onDone: (next: WellView | null) => void;
  /** Called on hover or focus of the layer button, to preload that form. */
  onApproachLayer: () => void;
  /** Called when the preview of postings opens or closes. */
  onReview: (isShown: boolean) => void;
  onCancel: () => void;
};

/** Preview of a change that posts something, and the callback that saves it. */
type Review = { preview: ReviewedPreview; save: () => Promise<void> };

export function WellForm({
  well,
  templates,
  fields,
  onDone,
  onApproachLayer,
  onReview,
  onCancel,
}: WellFormProps) {
  /** The well whose page is behind the form. */
  const openWellId = useSearchParams()[0].get('well');
  const failure = well ? 'Failed to update well' : 'Failed to create well';
  const { run, pending } = useMutation({ failure });
  const previewing = useMutation({ failure, successTitle: null, reloads: false });
  const today = useToday();
  const dates = useOpenDates();
  const [result, setResult] = useState<SubmissionResult<string[]>>();
  const [customErrors, setCustomErrors] = useState<Record<string, string[]>>({});
  const [interests, setInterests] = useState(well?.workingInterests ?? []);
  const [review, setReview] = useState<Review | null>(null);
  /** A save without a response, which the server may have executed. */
  const uncertainSave = useRef<{ body: string; reviewed?: string | undefined } | null>(null);
  const show = (next: Review | null) => {
    setReview(next);
    onReview(next !== null);
  };
  const [status, setStatus] = useState<WellStatus>(well?.wellStatus ?? 'Active');
  // Null while the form's suggested date applies.
  const [typedPluggedOn, setTypedPluggedOn] = useState<string | null>(null);

  const storedPluggedOn = well?.wellStatus === 'Plugged' ? (well.pluggedOn ?? '') : null;
  const pluggedOn = status === 'Plugged' ? (typedPluggedOn ?? storedPluggedOn ?? today) : null;
  // A stored date may be in a closed period and is left unchanged.
  const isMoved = well !== null && pluggedOn !== storedPluggedOn;
  const pluggedOnProblem = isMoved && pluggedOn ? dates.getProblem(pluggedOn) : null;

  const [form, field] = useForm({
    id: 'well-form',
    lastResult: result,
    defaultValue: well ? standardFields(well) : { wellStatus: 'Active' },
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: WellInput }),
    onSubmit: async (event, { formData, submission }) => {
      event.preventDefault();
      const isLayerNext = formData.get('next') === 'layer';
      if (submission?.status !== 'success') return;
      if (pluggedOnProblem) return document.getElementById(field.pluggedOn.id)?.focus();
      const body = {
        ...submission.value,
        // Omitting unchanged interests keeps the stored ones, including what a sale left of them.
        ...(interests !== well?.workingInterests && { workingInterests: interests }),
        // A blank date is sent as null to clear it; omitting it would keep the stored date.
        retirementDate: submission.value.retirementDate ?? null,
        ...(templates.length > 0 && { customFields: readCustomFields(formData, templates) }),
      };
      const fail = (error: unknown) => {
        // Pressed twice: the first request is still pending.
        if (error === null) return;
        show(null);
        const fieldErrors = getFieldErrors(error);
        setCustomErrors(fieldErrors);
        const isExplained = Object.keys(fieldErrors).length > 0;
        // Also if the server didn't respond, because the toast disappears after a few seconds.
        const text = isStale(error) ? staleText(error) : failureText(error, failure);
        setResult(submission.reply({ fieldErrors, formErrors: isExplained ? undefined : [text] }));
      };
      const save = async (reviewed?: string) => {
        const outcome = await run(
          (api) =>
            well
              ? api<WellView>(`/api/wells/${well.id}`, {
                  method: 'PUT',
                  body,
                  ifVersion: well.version,
                  reviewed,
                })
              : api<WellView>('/api/wells', { method: 'POST', body }),
          ({ wellCode }) => `${wellCode} saved.`,
          ({ id }) =>
            isLayerNext || id === openWellId ? {} : { action: { label: 'View Well', to: wellAddress(id) } },
        );
        if (outcome.ok) return onDone(isLayerNext ? outcome.value : null);
        if (isUncertain(outcome.error)) uncertainSave.current = { body: JSON.stringify(body), reviewed };
        fail(outcome.error);
      };
      if (!well || !isMoved) return save();
      const previous = uncertainSave.current;
      uncertainSave.current = null;
      // Retry the same request: a new preview could already include its result.
      if (previous?.body === JSON.stringify(body)) return save(previous.reviewed);
      const previewOutcome = await previewing.run((api) =>
        api<ReviewedPreview>(`/api/wells/${well.id}?preview=true`, {
          method: 'PUT',
          body,
          ifVersion: well.version,
        }),
      );
      if (!previewOutcome.ok) return fail(previewOutcome.error);
      if (previewOutcome.value.postings.length === 0) return save(previewOutcome.value.reviewed);
      show({ preview: previewOutcome.value, save: () => save(previewOutcome.value.reviewed) });
    },
  });

  return (
    <>
      {/* The form stays mounted but hidden, so typed text is still there when the user goes back. */}
      {review && (
        <PlugReview
          preview={review.preview}
          pending={pending}
          onConfirm={() => void review.save()}
          onBack={() => show(null)}
        />
      )}
      <form {...getFormProps(form)} className={classNames('flex min-h-0 flex-col', review && 'hidden')}>
        <DialogBody className="flex flex-col gap-4">
          {form.errors?.map((text) => (
            <Note key={text} tone="danger">
              {text}
            </Note>
          ))}
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="Well Code" id={field.wellCode.id} errors={field.wellCode.errors} required>
              {(control) => (
                <Input {...inputProps(field.wellCode)} {...control} maxLength={100} autoComplete="off" />
              )}
            </Field>
            <Field label="Well Name" id={field.wellName.id} errors={field.wellName.errors} required>
              {(control) => (
                <Input {...inputProps(field.wellName)} {...control} maxLength={200} autoComplete="off" />
              )}
            </Field>
            <Field label="Well Status" id={field.wellStatus.id} errors={field.wellStatus.errors}>
              {(control) => (
                <Select
                  name={field.wellStatus.name}
                  value={status}
                  onChange={(event) => setStatus(event.target.value as WellStatus)}
                  options={STATUS_OPTIONS}
                  {...control}
                />
              )}
            </Field>
            <FieldName
              field={field.field}
              fields={fields}
              onUse={(name) => form.update({ name: field.field.name, value: name })}
            />
            <Field label="Active Date" id={field.activeDate.id} errors={field.activeDate.errors} required>
              {(control) => <Input {...inputProps(field.activeDate, 'date')} {...control} />}
            </Field>
            <Field
              label="Retirement Date"
              id={field.retirementDate.id}
              errors={field.retirementDate.errors}
              help="Optional. New layers use this date unless you enter a lifespan."
            >
              {(control) => <Input {...inputProps(field.retirementDate, 'date')} {...control} />}
            </Field>
            {pluggedOn !== null && (
              <Field
                label="Plugged On"
                id={field.pluggedOn.id}
                errors={pluggedOnProblem ? [pluggedOnProblem] : field.pluggedOn.errors}
                help={well ? 'Accretion stops on this day.' : 'Layers added to this well don’t accrete.'}
              >
                {(control) => (
                  <Input
                    {...control}
                    name={field.pluggedOn.name}
                    type="date"
                    min={isMoved ? dates.first : undefined}
                    max={dates.lastDate}
                    value={pluggedOn}
                    onChange={(event) => setTypedPluggedOn(event.target.value)}
                  />
                )}
              </Field>
            )}
          </div>
          <WorkingInterestFields interests={interests} errors={customErrors} onChange={setInterests} />
          <CustomFieldInputs templates={templates} values={well?.customFields ?? {}} errors={customErrors} />
        </DialogBody>
        <DialogFooter>
          <CancelButton pending={pending} onClick={onCancel} />
          {/* First submit button in the form, because that is the one Enter triggers. */}
          <Button
            type="submit"
            variant="primary"
            className="order-last"
            pending={pending || previewing.pending}
          >
            {well ? 'Update Well' : 'Create Well'}
          </Button>
          {!well && status !== 'Plugged' && (
            <Button
              type="submit"
              name="next"
              value="layer"
              disabledReason={pending ? 'Please wait' : null}
              onPointerEnter={onApproachLayer}
              onFocus={onApproachLayer}
            >
              Create and Add Layer
            </Button>
          )}
        </DialogFooter>
      </form>
    </>
  );
}

/** Shows what plugging the well or moving the date will post, before anything is saved. */
function PlugReview({
  preview,
  pending,
  onConfirm,
  onBack,
}: {
  preview: ActPreview;
  pending: boolean;
  onConfirm: () => void;
  onBack: () => void;
}) {
  const start = useRef<HTMLHeadingElement>(null);
  useEffect(() => start.current?.focus(), []);
  return (
    <>
      <DialogBody className="flex flex-col gap-3">
        <h3 ref={start} tabIndex={-1} className="font-semibold outline-none">
          Saving this well also posts accretion
        </h3>
        <p className="text-muted">
          Accretion posts through the plugging date. Accretion already posted beyond it is reversed.
        </p>
        <ActPreviewTable preview={preview} />
      </DialogBody>
      <DialogFooter>
        <CancelButton pending={pending} onClick={onBack}>
          Back
        </CancelButton>
        <Button variant="primary" pending={pending} onClick={onConfirm}>
          Post and Update Well
        </Button>
      </DialogFooter>
    </>
  );
}

/** Default values for Conform's part of the form; custom fields have separate inputs. */
function standardFields({
  wellCode,
  wellName,
  wellStatus,
  field,
  activeDate,
  pluggedOn,
  retirementDate,
}: WellView) {
  const dates = { activeDate, pluggedOn: pluggedOn ?? '', retirementDate: retirementDate ?? '' };
  return { wellCode, wellName, wellStatus, field, ...dates };
}

function staleText(error: ApiError): string {
  return `${error.serverMessage ?? 'Someone else changed this well while you were editing. Nothing was saved.'} Your entries are still here. Copy anything you need, then close and reopen the well.`;
}
