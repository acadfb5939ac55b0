import { readFileSync } from 'node:fs';

/** The fields of /proc/PID/stat after the name of the program: the parent is the second. Source: proc_pid_stat(5) (Linux) */
export function statOf(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Processor time of a process in such fields, in ticks of 10 ms; `withEnded`: and of its children that have ended. */
export const ticksIn = (stat: readonly string[], withEnded = false): number =>
  stat.slice(11, withEnded ? 15 : 13).reduce((total, each) => total + Number(each), 0);

/** Processor time of a process in ticks of 10 ms. */
export const ticks = (pid: number): number => ticksIn(statOf(pid));

/** Resident memory of a process, bytes. */
export const resident = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;

export const sum = (pids: readonly number[], of: (pid: number) => number): number =>
  pids.reduce((total, pid) => total + of(pid), 0);
