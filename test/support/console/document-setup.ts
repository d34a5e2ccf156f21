import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Each test of a part begins with an empty document.
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
});
