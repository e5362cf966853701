import { useLocation } from '@remix-run/react';
import Calculator from 'lucide-react/icons/calculator';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import FileText from 'lucide-react/icons/file-text';
import Gauge from 'lucide-react/icons/gauge';
import Layers from 'lucide-react/icons/layers';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { type ReactNode, useEffect } from 'react';
import { buttonClass } from '~/components/ui/button';
import { signInAddress } from '~/hooks/sign-in-address';
import { Brand } from './brand';
import { SIGNED_OUT } from './header';
import { ThemeMenu } from './theme-menu';

const FEATURES = [
  {
    icon: <Gauge />,
    title: 'Wells management',
    text: 'Well data with duplicate prevention and status tracking.',
  },
  {
    icon: <Calculator />,
    title: 'ARO calculations',
    text: 'Initial and additional ARO layers using present-value formulas.',
  },
  {
    icon: <CalendarClock />,
    title: 'Accretion tracking',
    text: 'Automated accretion expense with customizable periods.',
  },
  { icon: <ShieldCheck />, title: 'Secure access', text: 'Customer-specific data isolation.' },
  {
    icon: <FileText />,
    title: 'Detailed reporting',
    text: 'ARO details with layer history and a calculation audit trail.',
  },
  {
    icon: <Layers />,
    title: 'Layer management',
    text: 'Multiple ARO layers with automatic input inheritance.',
  },
];

const CLOSE = [
  {
    title: 'Measure',
    text: 'Layers at expected present value, each with its own rates, by well. Rate tables by date and maturity (410-20-25, 410-20-30).',
  },
  {
    title: 'Accrete',
    text: 'Accretion and depreciation post automatically on the 1st, with every month that was missed (410-20-35).',
  },
  {
    title: 'Revise and settle',
    text: 'Revised estimates add layers or relieve them at their own rates. Plugging costs settle against the liability, sales derecognize it.',
  },
  {
    title: 'Close and disclose',
    text: 'Close the month, export the journal to your ledger, and print the rollforward of 410-20-50-1. A report that doesn’t tie is never issued.',
  },
];

const SECURITY = [
  {
    title: 'One company at a time',
    text: 'Every query is scoped to the selected company. Another company’s records can’t be found, not even by ID.',
  },
  {
    title: 'Your sign-in',
    text: 'People sign in through your identity provider, with the second factor you require. No passwords are stored here.',
  },
  {
    title: 'Viewers and admins',
    text: 'Auditors view, export and read the audit log. Admins post. A removed member loses access at the next request.',
  },
  {
    title: 'Nothing is overwritten',
    text: 'Postings are reversed, never edited. The audit log is append-only, and both are sealed with signed fingerprints.',
  },
];

/** Landing page for visitors who aren't signed in. It also sends tabs that still show the signed-out user here. */
export default function Landing() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const tabs = new BroadcastChannel(SIGNED_OUT);
    tabs.postMessage(null);
    tabs.close();
  }, []);
  return (
    <div className="mx-auto flex min-h-dvh max-w-6xl flex-col px-4 sm:px-8">
      <header className="flex min-h-14 items-center justify-between gap-4">
        <Brand />
        <ThemeMenu />
      </header>
      <main id="main" tabIndex={-1} className="grow py-10 sm:py-16">
        <div className="grid items-center gap-10 lg:grid-cols-[1.1fr_1fr]">
          <div className="flex flex-col items-start gap-5">
            <h1 className="text-2xl font-semibold tracking-tight text-balance sm:text-3xl">ARO System</h1>
            <p className="max-w-xl text-lg text-pretty text-muted">
              Asset retirement obligations for oil and gas, from the well list to the month-end journal entry.
              Every balance ties to the cent.
            </p>
            <a href={signInAddress(pathname + search)} className={buttonClass('primary', undefined, 'lg')}>
              Login to Continue
            </a>
          </div>
          <WorkedExample />
        </div>
        <Picture />
        <section aria-labelledby="close-heading" className="mt-16">
          <h2 id="close-heading" className="text-xl font-semibold tracking-tight">
            A month-end close under <span className="whitespace-nowrap">ASC 410-20</span>
          </h2>
          <ol className="mt-5 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
            {CLOSE.map(({ title, text }, index) => (
              <li key={title} className="border-t-2 border-accent pt-3">
                <h3 className="font-semibold">
                  <span className="text-muted tabular-nums">{index + 1}.</span> {title}
                </h3>
                <p className="mt-1 text-muted">{text}</p>
              </li>
            ))}
          </ol>
        </section>
        <section aria-labelledby="capabilities-heading" className="mt-16">
          <h2 id="capabilities-heading" className="text-xl font-semibold tracking-tight">
            Capabilities
          </h2>
          <ul className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {FEATURES.map((feature) => (
              <li key={feature.title} className="rounded-lg border border-line bg-surface p-5">
                <span aria-hidden="true" className="text-accent [&_svg]:size-5">
                  {feature.icon}
                </span>
                <h3 className="mt-3 text-base font-semibold">{feature.title}</h3>
                <p className="mt-1 text-muted">{feature.text}</p>
              </li>
            ))}
          </ul>
        </section>
        <div className="mt-16 grid gap-10 lg:grid-cols-[1.6fr_1fr]">
          <section aria-labelledby="security-heading">
            <h2 id="security-heading" className="text-xl font-semibold tracking-tight">
              Isolated and secured
            </h2>
            <dl className="mt-5 grid gap-x-8 gap-y-5 sm:grid-cols-2">
              {SECURITY.map(({ title, text }) => (
                <div key={title}>
                  <dt className="font-semibold">{title}</dt>
                  <dd className="mt-1 text-muted">{text}</dd>
                </div>
              ))}
            </dl>
          </section>
          <section aria-labelledby="help-heading">
            <h2 id="help-heading" className="text-xl font-semibold tracking-tight">
              Help
            </h2>
            <ul className="mt-5 flex flex-col gap-3 text-muted">
              <li>
                New here? Your administrator can invite your email address. Then sign in with it; there is no
                password to set.
              </li>
              <li>
                Integrating? Read the <HelpLink href="/api/docs">API reference</HelpLink>.
              </li>
              <li>
                Found a vulnerability? See the{' '}
                <HelpLink href="/.well-known/security.txt">security contact</HelpLink>.
              </li>
            </ul>
          </section>
        </div>
      </main>
    </div>
  );
}

/** Screenshots of the product with demo data. Only the image for the current theme is downloaded. */
function Picture() {
  return (
    <figure className="mt-14">
      {(['light', 'dark'] as const).map((theme) => (
        <img
          key={theme}
          src={`/product-${theme}.webp`}
          alt="The ARO Detail screen: total liability, what changed it this year, liability by field and the accretion forecast."
          width={1280}
          height={760}
          loading="lazy"
          decoding="async"
          className={`only-${theme} h-auto w-full rounded-lg border border-line`}
        />
      ))}
      <figcaption className="mt-2 text-xs text-muted">
        In reports, click an amount to see the movements behind it. Demo data.
      </figcaption>
    </figure>
  );
}

function HelpLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="rounded text-accent underline underline-offset-3">
      {children}
    </a>
  );
}

/** Not superscript characters: the typeface has only some of them, and the rest would fall back to another font and size. */
const YEARS = <sup>25</sup>;

/** One layer as the product calculates it, to the cent. */
function WorkedExample() {
  return (
    <table className="w-full border-separate border-spacing-0 rounded-lg border border-line bg-surface">
      <caption className="pb-2 text-left text-muted">Example: an initial layer</caption>
      <tbody>
        <ExampleRow label="P&A cost today" value="100,000.00" />
        <ExampleRow label="Inflated at 2.50% for 25 years" value={<>× 1.025{YEARS}</>} />
        <ExampleRow label="Discounted at 8.00% for 25 years" value={<>÷ 1.080{YEARS}</>} />
        <tr className="font-semibold">
          <th scope="row" className="px-4 py-3 text-left">
            Initial ARO value
          </th>
          <td className="figures px-4 py-3 text-right">27,070.90</td>
        </tr>
      </tbody>
    </table>
  );
}

function ExampleRow({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <tr>
      <th scope="row" className="border-b border-line px-4 py-2.5 text-left font-normal text-muted">
        {label}
      </th>
      <td className="figures border-b border-line px-4 py-2.5 text-right">{value}</td>
    </tr>
  );
}
