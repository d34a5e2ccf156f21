import { defineCommand } from './command.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Checks everything that a scan needs, and shows remedies.',
  positionals: [],
  flags: {},
  notes: ['It requests a quote, which costs nothing. The exit code is that of the first failure.'],
  example: 'scangate doctor',
  run: async (context) => {
    const { doctor } = await import('../doctor/doctor.ts');
    return doctor(context);
  },
});
