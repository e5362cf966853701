/** Stores oidc-provider's sessions, codes and tokens in memory, for the life of the process. */
export function createMemoryAdapter() {
  const entries = new Map();

  return class MemoryAdapter {
    constructor(model) {
      this.model = model;
    }

    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY;
      entries.set(`${this.model}:${id}`, { payload, expiresAt });
    }

    async find(id) {
      const key = `${this.model}:${id}`;
      const entry = entries.get(key);
      if (entry && entry.expiresAt <= Date.now()) entries.delete(key);
      return entries.get(key)?.payload;
    }

    async findByUid(uid) {
      for (const [key, { payload }] of entries) {
        if (key.startsWith(`${this.model}:`) && payload.uid === uid) return payload;
      }
      return undefined;
    }

    async findByUserCode() {
      return undefined;
    }

    async consume(id) {
      const payload = await this.find(id);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    }

    async destroy(id) {
      entries.delete(`${this.model}:${id}`);
    }

    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
    }
  };
}
