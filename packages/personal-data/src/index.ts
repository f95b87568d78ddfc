export { type DetectedKind, type Detection, detect, detectedKinds } from './detect.ts';
export { hasInstructions } from './instructions.ts';
export { mask } from './mask.ts';
