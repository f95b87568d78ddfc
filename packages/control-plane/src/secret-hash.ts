import { hash } from 'node:crypto';

/** The hash under which a random secret is stored: its SHA-256 in base64url. */
export const hashOf = (text: string): string => hash('sha256', text, 'base64url');
