import Check from 'lucide-react/icons/check';
import { Link } from '~/components/ui/link';
import type { RootData } from '~/hooks/use-root-data';

type CompletedSteps = NonNullable<RootData['firstSteps']>;

const STEPS: readonly {
  done: keyof CompletedSteps | null;
  title: string;
  text: string;
  to: string;
  action: string;
}[] = [
  {
    done: 'settings',
    title: 'Set up your company',
    text: 'Accretion method, depreciation, rates and the accounts of your journal.',
    to: '/?tab=company',
    action: 'Open Settings',
  },
  {
    done: 'wells',
    title: 'Bring your wells and balances',
    text: 'Import wells and their current balances from your spreadsheet, or add wells one by one.',
    to: '/?tab=wells&view=import',
    action: 'Import Spreadsheet',
  },
  {
    done: 'layers',
    title: 'Calculate',
    text: 'Present value of each obligation. Wells imported with a balance are done.',
    to: '/?tab=calculate',
    action: 'Calculate ARO',
  },
  {
    done: null,
    title: 'Accrete and close',
    text: 'Post accretion, export the journal and close the month.',
    to: '/?tab=accretion',
    action: 'Open Accretion',
  },
];

/** Checklist for a company that hasn't accreted anything yet, with completed steps marked. */
export function FirstSteps({ done }: { done: CompletedSteps }) {
  const nextIndex = STEPS.findIndex((step) => step.done === null || !done[step.done]);
  return (
    <section
      aria-labelledby="first-steps"
      className="mx-4 my-2 rounded-lg border border-line bg-surface p-4 sm:mx-6 print:hidden"
    >
      <h2 id="first-steps" className="text-base font-semibold">
        Four steps to your first close
      </h2>
      <ol className="mt-3 grid gap-3 max-sm:gap-1.5 sm:grid-cols-2 xl:grid-cols-4">
        {STEPS.map(({ done: name, title, text, to, action }, index) => {
          const isDone = name !== null && done[name];
          return (
            <li key={title} className="flex gap-2.5" aria-current={index === nextIndex ? 'step' : undefined}>
              <span
                aria-hidden="true"
                className={`grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold ${
                  isDone
                    ? 'bg-green-soft text-green'
                    : index === nextIndex
                      ? 'bg-primary text-on-primary'
                      : 'bg-sunken text-muted'
                }`}
              >
                {isDone ? <Check className="size-4" /> : index + 1}
              </span>
              <div className="min-w-0">
                <h3 className="font-medium">
                  {title}
                  {isDone && <span className="font-normal text-green"> · done</span>}
                </h3>
                {/* A phone shows only the next step, or the page itself would start below the fold. */}
                <div className={index === nextIndex ? undefined : 'max-sm:hidden'}>
                  <p className="text-xs text-muted">{text}</p>
                  <Link to={to} className="inline-flex min-h-6 items-center text-accent hover:underline">
                    {action}
                  </Link>
                </div>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
