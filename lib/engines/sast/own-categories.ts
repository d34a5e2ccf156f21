/** Categories of rules of an organization, which text is sanitized for one by one, too. */
export const ownCategories = [
  'own-0',
  'own-1',
  'own-2',
  'own-3',
  'own-4',
  'own-5',
  'own-6',
  'own-7',
  'own-8',
] as const;
