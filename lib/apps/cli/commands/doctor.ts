import { defineCommand } from './command.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Looks at everything that a scan needs, with the remedy.',
  positionals: [],
  flags: {},
  notes: ['It sends a quote, which spends nothing. The exit code is that of the first failure.'],
  example: 'scangate doctor',
  run: async (context) => {
    const { doctor } = await import('../doctor/doctor.ts');
    return doctor(context);
  },
});
