/**
 * Runs in every page before its own scripts and notes what the person at the screen would: when the largest text stood
 * there, when the first row did, when the search answered a key, and how long each click or key took to be seen.
 */
const seen = { largestPaint: 0, firstRow: 0, interactive: 0 };
const slowest = new Map();

new PerformanceObserver((list) => {
  seen.largestPaint = list.getEntries().at(-1).startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });

// One click or key is several events: the slowest of them counts. Faster than 16 ms is not told.
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
      // `/` puts the focus into the search as soon as the page's scripts listen.
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }),
      );
      if (document.activeElement?.matches('[type=search]')) seen.interactive = performance.now();
    }
    if (!Object.values(seen).every(Boolean)) return;
    clearInterval(looking);
    const { responseStart, domContentLoadedEventEnd } = performance.getEntriesByType('navigation')[0];
    // A paint is told of some time after it was made.
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
// Not every page has a search; nobody asks there.
loaded.catch(() => {});

window.pageVitals = { loaded, interactions: () => [...slowest.values()] };
