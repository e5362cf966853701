import { emptyStorage } from './empty-storage';

// Whatever the file before left in this workerd.
await emptyStorage();
