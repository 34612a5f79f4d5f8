// What tests that start processes ask the system: which user to start them as, and whether they still run.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export const asRoot = process.getuid?.() === 0;

/** Ids of an unprivileged user for processes that root starts; empty when the tests do not run as root. */
export const ordinary = asRoot ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {};

/** Whether an unprivileged user can read a program and run Node. */
export function ordinaryMayRead(program: string): boolean {
  const test = 'test -x "$1" && test -r "$2"';
  return spawnSync('/bin/sh', ['-c', test, 'sh', process.execPath, program], ordinary).status === 0;
}

export function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

function idOfNobody(which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));
}
