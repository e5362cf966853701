/**
 * Runs in every page before its own scripts and records what the user would notice: when the largest text and the first row appeared,
 * when the search responded to a key, and how long each click or key press took to show.
 */
const seen = { largestPaint: 0, firstRow: 0, interactive: 0 };
const slowest = new Map();

new PerformanceObserver((list) => {
  seen.largestPaint = list.getEntries().at(-1).startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });

// A click or key press consists of several events; the slowest counts. Events faster than 16 ms are not reported.
new PerformanceObserver((list) => {
  for (const { interactionId, duration, name } of list.getEntries()) {
    if (interactionId && duration > (slowest.get(interactionId)?.duration ?? 0)) {
      slowest.set(interactionId, { duration, name });
    }
  }
}).observe({ type: 'event', durationThreshold: 16, buffered: true });

const loaded = new Promise((resolve, reject) => {
  const looking = setInterval(() => {
    if (!seen.firstRow && document.querySelector('tbody th')) seen.firstRow = performance.now();
    if (!seen.interactive && document.querySelector('[type=search]')) {
      // `/` focuses the search as soon as the page's scripts are listening.
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }),
      );
      if (document.activeElement?.matches('[type=search]')) seen.interactive = performance.now();
    }
    if (!Object.values(seen).every(Boolean)) return;
    clearInterval(looking);
    const { responseStart, domContentLoadedEventEnd } = performance.getEntriesByType('navigation')[0];
    // A paint is reported some time after it happens.
    setTimeout(
      () => resolve({ ...seen, firstByte: responseStart, contentLoaded: domContentLoadedEventEnd }),
      1000,
    );
  }, 20);
  setTimeout(() => {
    clearInterval(looking);
    reject(new Error(`not loaded after 30 s: ${JSON.stringify(seen)}`));
  }, 30_000);
});
// On pages without a search, nothing reads this promise.
loaded.catch(() => {});

window.pageVitals = { loaded, interactions: () => [...slowest.values()] };
