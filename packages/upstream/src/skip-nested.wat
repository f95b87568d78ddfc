;; Finds the end of a JSON object or array. Compiled into skip-nested-module.ts by `pnpm --filter @connectory/upstream wasm`.
;;
;; 64 bytes are looked at together: a bit per byte says where quotes stand, and the running exclusive-or of these bits says which
;; bytes lie inside of strings. Brackets outside of strings are then counted with two population counts. A block with a
;; backslash, and one in which the value may end, is walked byte by byte.
(module
  (memory (export "memory") 1)
  ;; $at: position of the opening bracket. $end: length of the text; 64 more bytes must be readable.
  ;; Returns the position after the closing bracket, or -1 when the text ends before.
  (func (export "skip") (param $at i32) (param $end i32) (result i32)
    (local $depth i32)
    ;; All ones while the next byte lies inside of a string, else zero.
    (local $in_string i64)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local $folded0 v128) (local $folded1 v128) (local $folded2 v128) (local $folded3 v128)
    (local $strings i64) (local $opening i64) (local $closing i64)
    (local $opened i32) (local $closed i32)
    (local $byte i32) (local $block_end i32)
    (loop $next_block
      (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const -1))))
      (local.set $b0 (v128.load (local.get $at)))
      (local.set $b1 (v128.load offset=16 (local.get $at)))
      (local.set $b2 (v128.load offset=32 (local.get $at)))
      (local.set $b3 (v128.load offset=48 (local.get $at)))
      (block $walk
        ;; A backslash changes what the next quote means.
        (br_if $walk
          (v128.any_true
            (v128.or
              (v128.or
                (i8x16.eq (local.get $b0) (i8x16.splat (i32.const 0x5c)))
                (i8x16.eq (local.get $b1) (i8x16.splat (i32.const 0x5c))))
              (v128.or
                (i8x16.eq (local.get $b2) (i8x16.splat (i32.const 0x5c)))
                (i8x16.eq (local.get $b3) (i8x16.splat (i32.const 0x5c)))))))
        (local.set $strings
          (call $mask
            (i8x16.eq (local.get $b0) (i8x16.splat (i32.const 0x22)))
            (i8x16.eq (local.get $b1) (i8x16.splat (i32.const 0x22)))
            (i8x16.eq (local.get $b2) (i8x16.splat (i32.const 0x22)))
            (i8x16.eq (local.get $b3) (i8x16.splat (i32.const 0x22)))))
        (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 1))))
        (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 2))))
        (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 4))))
        (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 8))))
        (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 16))))
        (local.set $strings (i64.xor (local.get $strings) (i64.shl (local.get $strings) (i64.const 32))))
        (local.set $strings (i64.xor (local.get $strings) (local.get $in_string)))
        ;; With bit 5 set "[" becomes "{" and "]" becomes "}"; no other bytes do.
        (local.set $folded0 (v128.or (local.get $b0) (i8x16.splat (i32.const 0x20))))
        (local.set $folded1 (v128.or (local.get $b1) (i8x16.splat (i32.const 0x20))))
        (local.set $folded2 (v128.or (local.get $b2) (i8x16.splat (i32.const 0x20))))
        (local.set $folded3 (v128.or (local.get $b3) (i8x16.splat (i32.const 0x20))))
        (local.set $opening
          (call $mask
            (i8x16.eq (local.get $folded0) (i8x16.splat (i32.const 0x7b)))
            (i8x16.eq (local.get $folded1) (i8x16.splat (i32.const 0x7b)))
            (i8x16.eq (local.get $folded2) (i8x16.splat (i32.const 0x7b)))
            (i8x16.eq (local.get $folded3) (i8x16.splat (i32.const 0x7b)))))
        (local.set $closing
          (call $mask
            (i8x16.eq (local.get $folded0) (i8x16.splat (i32.const 0x7d)))
            (i8x16.eq (local.get $folded1) (i8x16.splat (i32.const 0x7d)))
            (i8x16.eq (local.get $folded2) (i8x16.splat (i32.const 0x7d)))
            (i8x16.eq (local.get $folded3) (i8x16.splat (i32.const 0x7d)))))
        (local.set $opened
          (i32.wrap_i64 (i64.popcnt (i64.and (local.get $opening) (i64.xor (local.get $strings) (i64.const -1))))))
        (local.set $closed
          (i32.wrap_i64 (i64.popcnt (i64.and (local.get $closing) (i64.xor (local.get $strings) (i64.const -1))))))
        ;; The depth could reach zero within this block.
        (br_if $walk (i32.le_s (local.get $depth) (local.get $closed)))
        (local.set $depth (i32.sub (i32.add (local.get $depth) (local.get $opened)) (local.get $closed)))
        (local.set $in_string (i64.shr_s (local.get $strings) (i64.const 63)))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $next_block))
      (local.set $block_end (i32.add (local.get $at) (i32.const 64)))
      (loop $next_byte
        (if (i32.ge_u (local.get $at) (local.get $end)) (then (return (i32.const -1))))
        (local.set $byte (i32.load8_u (local.get $at)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (if (i64.eqz (local.get $in_string))
          (then
            (if (i32.eq (local.get $byte) (i32.const 0x22)) (then (local.set $in_string (i64.const -1))))
            (local.set $byte (i32.or (local.get $byte) (i32.const 0x20)))
            (if (i32.eq (local.get $byte) (i32.const 0x7b))
              (then (local.set $depth (i32.add (local.get $depth) (i32.const 1)))))
            (if (i32.eq (local.get $byte) (i32.const 0x7d))
              (then
                (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
                (if (i32.eqz (local.get $depth)) (then (return (local.get $at)))))))
          (else
            (if (i32.eq (local.get $byte) (i32.const 0x22)) (then (local.set $in_string (i64.const 0))))
            ;; What follows a backslash belongs to it.
            (if (i32.eq (local.get $byte) (i32.const 0x5c))
              (then (local.set $at (i32.add (local.get $at) (i32.const 1)))))))
        (br_if $next_byte (i32.lt_u (local.get $at) (local.get $block_end))))
      (br $next_block))
    (unreachable))
  ;; One bit per byte of four compared blocks.
  (func $mask (param $m0 v128) (param $m1 v128) (param $m2 v128) (param $m3 v128) (result i64)
    (i64.or
      (i64.or
        (i64.extend_i32_u (i8x16.bitmask (local.get $m0)))
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $m1))) (i64.const 16)))
      (i64.or
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $m2))) (i64.const 32))
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $m3))) (i64.const 48))))))
