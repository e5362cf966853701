/**
 * Preloaded into long-running programs (`node --import`). When the script that started them dies without a word, their
 * channel to it closes: then the whole process group ends, or it would hold its port for ever.
 */
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
process.channel?.unref();
