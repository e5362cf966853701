import { emptyStorage } from './empty-storage';

// Removes whatever the previous test file left in this workerd.
await emptyStorage();
