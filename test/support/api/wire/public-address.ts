/** The origin of the service in tests. */
export const wirePublicAddress = () => ({ url: async () => 'https://scangate.example' });
