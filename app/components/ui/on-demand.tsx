import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useIsOffline } from '~/hooks/lost-connection';
import { toastMissingCode } from '~/hooks/missing-code';

type Code<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A dialog, menu or page section whose code loads on first use, showing `Waiting` meanwhile. If loading fails because the
 * connection dropped or a new version was deployed, a toast tells the user, the part closes, and the next attempt loads it again.
 * The page behind it is unaffected. (React.lazy would cache the failure and take the page down.)
 */
export function onDemand<Props extends { onClose: () => void }>(
  load: Code<Props>,
  Waiting?: ComponentType<Props>,
) {
  const { fetchPart, usePart } = createPart(load);

  function OnDemand(props: Props) {
    const close = useRef(props.onClose);
    close.current = props.onClose;
    const Part = usePart(() => {
      toastMissingCode();
      close.current();
    });
    if (Part) return <Part {...props} />;
    return Waiting ? <Waiting {...props} /> : null;
  }

  /** Call when the pointer or focus reaches the control that opens the part. */
  OnDemand.preload = () => void fetchPart().catch(() => {});
  return OnDemand;
}

/**
 * A screen in its own chunk. The page can't work without it, so a load failure is thrown as the page's error. Once loaded, it renders
 * without suspending, so the page needs no Suspense boundary, which React would hydrate last and only when idle
 * (docs/decisions/0061).
 */
export function lazyScreen<Props extends object>(load: Code<Props>, Waiting: ComponentType) {
  const { fetchPart, usePart } = createPart(load);

  function OnDemandScreen(props: Props) {
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    const Loaded = usePart((error) => setFailure({ error }));
    if (failure) throw failure.error;
    return Loaded ? <Loaded {...props} /> : <Waiting />;
  }

  OnDemandScreen.load = fetchPart;
  return OnDemandScreen;
}

type Options<Props> = {
  Waiting?: ComponentType<Props>;
  /** Shown when the code fails to load. */
  Fallback?: ComponentType<Props>;
  /** Retries when this value changes, in addition to when the connection is back. */
  getRetryKey?: (props: Props) => unknown;
};

/** A part the page works without: until its code loads, the page shows `Waiting` or nothing. */
export function optionalPart<Props extends object>(
  load: Code<Props>,
  { Waiting, Fallback, getRetryKey }: Options<Props> = {},
) {
  const { fetchPart, usePart } = createPart(load);

  function OptionalPart(props: Props) {
    const [isMissing, setMissing] = useState(false);
    const Part = usePart(() => setMissing(true), getRetryKey?.(props));
    const Displayed = Part ?? (isMissing ? Fallback : Waiting);
    return Displayed ? <Displayed {...props} /> : null;
  }

  OptionalPart.preload = () => void fetchPart().catch(() => {});
  return OptionalPart;
}

function createPart<Props>(load: Code<Props>) {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = async () => {
    loaded ??= (await load()).default;
    return loaded;
  };
  /** Retries a failed load when the connection is back and when `occasion` changes. */
  const usePart = (onFailure: (error: unknown) => void, retryKey?: unknown) => {
    const isOffline = useIsOffline();
    const [Part, setPart] = useState(() => loaded);
    // biome-ignore lint/correctness/useExhaustiveDependencies: a change in either triggers a new attempt
    useEffect(() => {
      if (Part) return;
      let isMounted = true;
      fetchPart().then(
        (part) => isMounted && setPart(() => part),
        (error) => isMounted && onFailure(error),
      );
      return () => {
        isMounted = false;
      };
    }, [isOffline, retryKey]);
    return Part;
  };
  return { fetchPart, usePart };
}
