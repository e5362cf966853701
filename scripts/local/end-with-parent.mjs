/**
 * Preloaded into long-running programs (`node --import`). If the script that started them dies without a signal, their channel to it
 * closes. The whole process group is then killed, because it would hold its port forever.
 */
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'));
process.channel?.unref();
